import { join } from 'node:path'
import { version as VERSION } from '../../package.json'

/** The app's version. */
export { VERSION }

/** The app's folder with `rules/`, `resources/` and `out/`. Every main bundle is in out/main. */
export const APP_ROOT = join(import.meta.dirname, '../..')

/** The bundle of the core's thread. */
export const CORE_ENTRY = join(import.meta.dirname, 'core.js')
