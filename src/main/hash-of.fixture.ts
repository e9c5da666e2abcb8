import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A hash of everything below a folder: names, modes, link targets and contents. */
export function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const walk = (path: string): void => {
    const stat = lstatSync(path)
    hash.update(`${path.slice(folder.length)}\0${stat.mode}\0`)
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stat.isFile()) hash.update(readFileSync(path))
    else for (const name of readdirSync(path).toSorted()) walk(join(path, name))
  }
  walk(folder)
  return hash.digest('hex')
}
