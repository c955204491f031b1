"""A picture file for every face: for a page, a slide, a forum.

Comes in: a composed game. Goes out: ``<deck>/<id>-front.png`` and ``-back.png``, or one
``<deck>/back.png`` where the whole deck shares it; with its bleed, or cut out.
"""

from __future__ import annotations

from generator.export.face_files import filed, files
from generator.export.image_files import Finish, pictures
from generator.export.job import Job, Made, swept, write_bytes_whole

SUMMARY = "a picture file for every face"
DPI = 300
USES = frozenset({"dpi", "bleed"})


def export(job: Job) -> Made:
    finish = Finish(job.asked.dpi, job.asked.bleed)
    made = [
        write_bytes_whole(job.folder / name, content)
        for name, content in pictures(job, files(filed(job.composed)), finish)
    ]
    edge = "with their bleed" if finish.bleed else "cut out"
    told = f"{len(made)} faces at {finish.dpi} dpi, {edge}"
    return Made(job.folder, swept(job.folder, made), told)
