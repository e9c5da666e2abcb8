// The second door: what checks outside data by schemas (zod). The window may not import it, because its bundle has no schemas.
export { FUNCTIONS } from './functions/functions'
export { runBatch, runCall } from './functions/run'
export { type Resumed, resumePlay } from './play/resume'
export { SavedShown } from './play/saved-play'
export { MAX_TRACE, readTrace } from './play/trace'
