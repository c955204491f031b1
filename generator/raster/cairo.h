/* What is used of cairo. After a change: python -m generator.raster.cairo_header */
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct { double xx, yx, xy, yy, x0, y0; } cairo_matrix_t;
typedef union {
    struct { int type; int length; } header;
    struct { double x, y; } point;
} cairo_path_data_t;
typedef struct { int status; cairo_path_data_t *data; int num_data; } cairo_path_t;
typedef int (*cairo_read_func_t)(void *closure, unsigned char *data, unsigned int length);

int cairo_version(void);
cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *cr);
int cairo_status(cairo_t *cr);
void cairo_save(cairo_t *cr);
void cairo_restore(cairo_t *cr);
void cairo_push_group(cairo_t *cr);
void cairo_pop_group_to_source(cairo_t *cr);

void cairo_set_matrix(cairo_t *cr, const cairo_matrix_t *matrix);
void cairo_identity_matrix(cairo_t *cr);
void cairo_translate(cairo_t *cr, double tx, double ty);
void cairo_scale(cairo_t *cr, double sx, double sy);

void cairo_append_path(cairo_t *cr, const cairo_path_t *path);
void cairo_rectangle(cairo_t *cr, double x, double y, double width, double height);

void cairo_set_source(cairo_t *cr, cairo_pattern_t *source);
void cairo_set_source_rgba(cairo_t *cr, double r, double g, double b, double a);
void cairo_set_antialias(cairo_t *cr, int antialias);
void cairo_set_fill_rule(cairo_t *cr, int rule);
void cairo_set_line_width(cairo_t *cr, double width);
void cairo_set_line_cap(cairo_t *cr, int cap);
void cairo_set_line_join(cairo_t *cr, int join);
void cairo_set_miter_limit(cairo_t *cr, double limit);
void cairo_set_dash(cairo_t *cr, const double *dashes, int number, double offset);

void cairo_fill(cairo_t *cr);
void cairo_fill_preserve(cairo_t *cr);
void cairo_stroke(cairo_t *cr);
void cairo_clip(cairo_t *cr);
void cairo_paint_with_alpha(cairo_t *cr, double alpha);
void cairo_mask_surface(cairo_t *cr, cairo_surface_t *surface, double x, double y);

cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
cairo_surface_t *cairo_image_surface_create_for_data(
    unsigned char *data, int format, int width, int height, int stride);
cairo_surface_t *cairo_image_surface_create_from_png_stream(cairo_read_func_t read, void *closure);
void cairo_surface_flush(cairo_surface_t *surface);
void cairo_surface_finish(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
int cairo_surface_status(cairo_surface_t *surface);

cairo_pattern_t *cairo_pattern_create_for_surface(cairo_surface_t *surface);
cairo_pattern_t *cairo_pattern_create_linear(double x0, double y0, double x1, double y1);
cairo_pattern_t *cairo_pattern_create_radial(
    double cx0, double cy0, double radius0, double cx1, double cy1, double radius1);
void cairo_pattern_add_color_stop_rgba(
    cairo_pattern_t *pattern, double offset, double r, double g, double b, double a);
void cairo_pattern_set_matrix(cairo_pattern_t *pattern, const cairo_matrix_t *matrix);
void cairo_pattern_set_extend(cairo_pattern_t *pattern, int extend);
void cairo_pattern_set_filter(cairo_pattern_t *pattern, int filter);
void cairo_pattern_destroy(cairo_pattern_t *pattern);
