import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

let folder = join(import.meta.dirname, 'prebuilt')

/** Where to look for what was made ready. The build lays it beside its bundles; beside the sources nothing lies, and all is made when it is needed. */
export function setPrebuiltFolder(dir: string): void {
  folder = dir
}

/** What the build has made ready under a name; undefined where nothing was built. */
export function prebuilt(name: string): Uint8Array | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path) : undefined
}
