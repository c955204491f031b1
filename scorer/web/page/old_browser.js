// Browsers that cannot run Python: the word app_old names those that can.
import { delivery } from "./delivery.js";

/** Whether workers can load modules: only then the constructor reads `type`, and this ends it. */
function hasModuleWorkers() {
  let isRead = false;
  const options = {
    /** @returns {WorkerType} */
    get type() {
      isRead = true;
      throw new TypeError();
    },
  };
  try {
    new Worker("", options);
  } catch {
    // No worker was started.
  }
  return isRead;
}

/** Whether what runs in the browser on a published page cannot run here. */
export const isTooOld = () => delivery.kind === "published" && !("DecompressionStream" in window && hasModuleWorkers());
