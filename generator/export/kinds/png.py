"""A picture file for every face; a back that a whole deck shares is one file, ``back.png``."""

from __future__ import annotations

from generator.export.image_files import ImageFormat, face_files, files, pictures
from generator.export.job import ExportJob, ExportResult

DPI = 300
USES = frozenset({"dpi", "bleed"})


def export(job: ExportJob) -> ExportResult:
    finish = ImageFormat(job.options.dpi, job.options.bleed)
    paths = [
        job.write(name, content)
        for name, content in pictures(job, files(face_files(job.composed)), finish)
    ]
    edge = job.say("cmd_export_bleed" if finish.bleed else "cmd_export_cut_out")
    return job.result(paths, job.say("cmd_export_png", n=len(paths), dpi=finish.dpi, edge=edge))
