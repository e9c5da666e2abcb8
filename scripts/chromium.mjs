// Where a Chromium is that tests and screenshots can drive. Node's own modules only.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Path of a Chromium: CHROMIUM, then the search path and the usual places; undefined when there is none. */
export function findChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const places = [process.env.CHROMIUM, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...APPS]
  return places.find((path) => path && existsSync(path))
}
