import { own } from '../../../shared/base/json'
import { notesFolder } from '../../../shared/story/layout'
import { badName, fold } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { FOLDER, LINK } from '../git/oid'

/** The maximum length of a path, in characters, and its maximum number of parts. Every system can store such a path. */
const MAX_PATH_LENGTH = 200
const MAX_FOLDERS = 8

/**
 * The campaign path of a note: below `world/`, or below a player's own folder. A path that begins with that folder is used unchanged. Throws
 * Problem `refused` for a path that leaves its namespace, isn't a Markdown file, or can't be stored on every system.
 */
export function notePath(space: 'world' | { player: string }, name: string): string {
  const home = space === 'world' ? 'world/' : `${notesFolder(space.player)}/`
  const path = name.startsWith(home) ? name.slice(home.length) : name
  const parts = path.split('/')
  const bad =
    parts.map((part) => badName(part)).find((why) => why !== undefined) ??
    (parts.length > MAX_FOLDERS ? `it has more than ${MAX_FOLDERS} parts` : undefined) ??
    (path.length > MAX_PATH_LENGTH ? `it is longer than ${MAX_PATH_LENGTH} characters` : undefined) ??
    (/.\.md$/.test(path) ? undefined : 'it does not end in .md')
  if (bad !== undefined)
    throw new Problem('refused', `A note can't be saved as "${path.slice(0, 80)}", because ${bad}. Use a path such as people/borin.md.`, { path })
  const fault = space === 'world' ? worldFault(parts) : undefined
  if (fault !== undefined) throw new Problem('refused', fault, { path })
  return home + path
}

/** Why a note can't be at this path of the world, because the folder has a format of its own; undefined if it can. */
function worldFault([folder = '', ...rest]: string[]): string | undefined {
  if (fold(folder) !== 'rulings' || rest.length === 1) return undefined
  return `A ruling is a single file. Record it as rulings/${rest[0]?.replace(/\.md$/, '') ?? 'name'}.md.`
}

/** Folders of the world whose subfolders are created only by play, each for a character or a region, and the noun for it. */
const CREATED_BY_PLAY: Readonly<Record<string, string>> = { players: 'player', npcs: 'NPC', regions: 'region' }

/**
 * Refuses a note at a path where it would replace something else, or whose name some systems can't tell from an existing one. `folder` reads a folder
 * of the campaign; undefined if it does not exist. Throws Problem `refused`.
 */
export function checkPlace(path: string, folder: (path: string) => ReadonlyMap<string, { mode: number }> | undefined): void {
  const parts = path.split('/')
  const refuse = (sentence: string): never => {
    throw new Problem('refused', sentence, { path })
  }
  for (const [depth, name] of parts.entries()) {
    const above = parts.slice(0, depth).join('/')
    const here = folder(above)
    const child = here?.get(name)
    const last = depth === parts.length - 1
    if (!child) {
      const twin = here && [...here.keys()].find((other) => fold(other) === fold(name))
      if (twin !== undefined)
        refuse(`"${[...parts.slice(0, depth), twin].join('/')}" already exists, and some systems can't tell the two apart. Use that spelling.`)
      const missing = refusedNewPath(parts, depth)
      if (missing !== undefined) refuse(missing)
      return
    }
    if (child.mode === LINK)
      refuse(`"${parts.slice(0, depth + 1).join('/')}" is a symbolic link. A note can be saved only in the campaign's own folders.`)
    if (!last && child.mode !== FOLDER) refuse(`"${parts.slice(0, depth + 1).join('/')}" is a note, not a folder. Choose another path.`)
    if (last && child.mode === FOLDER) refuse(`"${path}" is a folder. Choose another path.`)
  }
}

/** Why a note can't create the missing folders or file from this depth on; undefined if it can. */
function refusedNewPath([top, kind = '', name, file]: readonly string[], depth: number): string | undefined {
  if (top !== 'world') return undefined
  const kindOfFolder = depth <= 2 && file !== undefined ? own(CREATED_BY_PLAY, kind) : undefined
  if (kindOfFolder !== undefined) return `There is no ${kindOfFolder} "${name}". Record new things under misc/.`
  if (kind === 'story' && file === 'ABOUT.md')
    return "A story event needs a place and an aim, which a note doesn't have. Record it under another name, such as misc/plans.md."
  return undefined
}
