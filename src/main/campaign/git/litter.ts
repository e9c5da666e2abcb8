import { parseIgnore } from './ignore'

/** Ignore patterns for what systems, editors and sync programs leave in folders. */
const LITTER = `
.DS_Store
._*
.AppleDouble/
.Spotlight-V100/
.Trashes/
__MACOSX/
Thumbs.db
ehthumbs.db
desktop.ini
.directory
.fuse_hidden*
.nfs*
*~
.*.sw[a-p]
*.sw[op]
*.kate-swp
.#*
\\#*#
~$*
.~lock.*#
.obsidian/
.trash/
.stfolder
.stversions/
.syncthing.*.tmp
.dropbox
.dropbox.attr
.dropbox.cache/
.*.icloud
`

const ignores = parseIgnore(LITTER)

/** Whether a file, or a folder above it, is what a system, an editor or a sync program left there. */
export const isLitter = (path: string): boolean =>
  path.split('/').some((_, i, parts) => ignores(parts.slice(0, i + 1).join('/'), i + 1 < parts.length) === true)

/** The names that sync programs give to the other version of a file: Dropbox, Nextcloud, Seafile; Syncthing; ownCloud; pCloud; OneDrive, which adds the machine's name. */
const COPIES = [
  /^(.+?) \([^()]*(?:conflicted copy|case conflict|sfconflict)[^()]*\)(\.[^.]+)?$/i,
  /^(.+?)\.sync-conflict-\d{8}-\d{6}(?:-\w+)?(\.[^.]+)?$/,
  /^(.+?)_conflict-\d{8}-\d{6}(\.[^.]+)?$/,
  /^(.+?) \[conflicted\](\.[^.]+)?$/i,
  /^(.+?)-(?:DESKTOP|LAPTOP)-[A-Z0-9]{5,}(\.[^.]+)?$/
]

/** The name under which iCloud keeps the place of a file that it has removed from this machine to save space. */
export const placeholderOf = (name: string): string => `.${name}.icloud`

const originalName = (name: string): string => {
  const match = COPIES.map((pattern) => pattern.exec(name)).find((one) => one !== null)
  return match ? `${match[1]}${match[2] ?? ''}` : name
}

/** The file of which a sync program kept another version at this path, or in a folder of this name; undefined if it isn't such a copy. */
export function originalOf(path: string): string | undefined {
  const original = path.split('/').map(originalName).join('/')
  return original === path ? undefined : original
}
