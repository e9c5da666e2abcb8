import { basename, dirname, join } from 'node:path'
import { version as VERSION } from '../../package.json'

/** The app's version. */
export { VERSION }

/** The folder of out/. Every main bundle is in out/main. */
const CODE_ROOT = join(import.meta.dirname, '../..')

/** Whether this is the packaged desktop app, whose code is in an archive that Electron shows as a folder. */
export const IS_PACKAGED = basename(CODE_ROOT) === 'app.asar'

/**
 * The app's folder with `rules/`, `resources/` and what the build writes for other programs. In a package they are beside the archive: they are read
 * as whole folders and shown by other programs, and only plain reads of single files work inside an archive.
 */
export const APP_ROOT = IS_PACKAGED ? dirname(CODE_ROOT) : CODE_ROOT

/** After this switch, a start of the packaged app is for the command line. */
export const CLI_SWITCH = '--cli'
/** After that switch, this word starts the process that reads and writes the lab's results instead. */
export const RESULTS_WORD = 'lab-results'

/** The program that others start as the packaged app's command line; undefined for a checkout. An AppImage runs from a folder that vanishes. */
export const PACKAGED_PROGRAM = IS_PACKAGED ? (process.env['APPIMAGE'] ?? process.execPath) : undefined

/** The bundle of the core's thread. Electron starts threads from an archive, as ES modules too. */
export const CORE_ENTRY = join(import.meta.dirname, 'core.js')
