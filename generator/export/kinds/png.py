"""A picture file for every face: for a page, a slide, a forum.

Comes in: a composed game. Goes out: ``<deck>/<id>-front.png`` and ``-back.png``, or one
``<deck>/back.png`` where the whole deck shares it; with its bleed, or cut out.
"""

from __future__ import annotations

from generator.export.image_files import ImageFormat, face_files, files, pictures
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.words import say_in

SUMMARY = "a picture file for every face"
DPI = 300
USES = frozenset({"dpi", "bleed"})


def export(job: ExportJob) -> ExportResult:
    finish = ImageFormat(job.options.dpi, job.options.bleed)
    made = [
        write_bytes_whole(job.folder / name, content)
        for name, content in pictures(job, files(face_files(job.composed)), finish)
    ]
    say = say_in(job.lang)
    edge = say("cmd_export_bleed" if finish.bleed else "cmd_export_cut_out")
    summary = say("cmd_export_png", n=len(made), dpi=finish.dpi, edge=edge)
    return ExportResult(job.folder, remove_stale_files(job.folder, made), summary)
