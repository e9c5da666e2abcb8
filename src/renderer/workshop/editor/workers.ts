/** The constructor of each language service's worker, by the label that the editor requests; every other label gets the editor's own worker. */
export const WORKERS: Record<string, () => Worker> = {}

const editorWorker = (): Worker => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' })

self.MonacoEnvironment = { getWorker: (_id, label) => (WORKERS[label] ?? editorWorker)() }
