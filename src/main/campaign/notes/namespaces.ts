import { type Space, may, roleOf } from '../../engine/capabilities'
import { DESIGNER, DM } from '../../engine/people'
import { fileAt, notesFolder } from '../../../shared/story/layout'
import { FILES } from '../layout'
import type { NoteSource } from './note-index-cache'

const isNote = (path: string): boolean => path.toLowerCase().endsWith('.md')

const isSummary = (path: string): boolean => ['sessionSummary', 'sceneSummary'].includes(fileAt(path)?.kind ?? '')

/** The folder in which an agent writes notes. The agent names notes by their path relative to it. */
export const namespaceOf = (who: string): string => (who === DM ? 'world' : notesFolder(who))

/** The files that `recall` searches for an agent. */
export function searchedBy(who: string): NoteSource[] {
  const role = roleOf(who)
  return [
    ...(may(role, 'search', 'world') ? [{ at: 'world', accepts: isNote }] : []),
    ...(may(role, 'search', 'summaries')
      ? [
          { at: 'sessions', accepts: isSummary },
          { at: FILES.summary, accepts: () => true }
        ]
      : []),
    ...(may(role, 'search', 'own-notes') ? [{ at: namespaceOf(who), accepts: isNote }] : [])
  ]
}

/** A note's path as an agent names it: relative to the agent's namespace if the note is in it. */
export function namedBy(who: string, path: string): string {
  const prefix = `${namespaceOf(who)}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

/** Returns whether a file is a note of the world or of a player. */
const isVaultNote = (path: string): boolean => /^(?:world|player-notes\/[^/]+)\/.*\.md$/i.test(path)

/** The folder of the namespace that a note is in: `world`, or the notes of a player. */
export const namespaceFolder = (path: string): string => /^player-notes\/[^/]+(?=\/)/.exec(path)?.[0] ?? 'world'

/** The space to which a note belongs for a reader, as in the table of capabilities. */
function spaceOf(path: string, who: string): Space {
  const at = fileAt(path)
  if (at?.kind === 'playerNote') return at.parts.player === who ? 'own-notes' : 'others-notes'
  if (at?.kind === 'actor' && at.parts.group === 'players') return at.parts.id === who ? 'own-sheet' : 'others-sheets'
  return at?.kind === 'storyEvent' ? 'secrets' : 'world'
}

/** Returns whether a seat, or the designer, may read a note. The table of capabilities decides. */
export const mayReadNote = (who: string, path: string): boolean =>
  isVaultNote(path) && may(who === DESIGNER ? 'designer' : roleOf(who), 'read', spaceOf(path, who))
