import { join } from 'node:path'
import { version as VERSION } from '../../package.json'

/** Version of the app. */
export { VERSION }

/** The app's own folder: holds `rules/`, `resources/` and `out/`. Every main bundle lies in out/main. */
export const APP_ROOT = join(import.meta.dirname, '../..')

/** The bundle of the core's thread. */
export const CORE_ENTRY = join(import.meta.dirname, 'core.js')
