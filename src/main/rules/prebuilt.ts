import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

let folder = join(import.meta.dirname, 'prebuilt')

/** Sets the folder of prebuilt files, beside the build's bundles. Without a build there is none, and everything is computed when needed. */
export function setPrebuiltFolder(dir: string): void {
  folder = dir
}

/** The prebuilt file with a name; undefined without a build. */
export function prebuilt(name: string): Uint8Array | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path) : undefined
}
