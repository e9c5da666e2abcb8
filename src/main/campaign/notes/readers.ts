import { may, roleOf, type Space } from '../../engine/capabilities'
import { DESIGNER } from '../../engine/people'
import { fileAt } from '../../../shared/story/layout'

/** Returns whether a file is a note of the world or of a player. */
const isVaultNote = (path: string): boolean => /^(?:world|player-notes\/[^/]+)\/.*\.md$/i.test(path)

/** The folder of the namespace that a note is in: `world`, or the notes of a player. */
export const folderOf = (path: string): string => /^player-notes\/[^/]+(?=\/)/.exec(path)?.[0] ?? 'world'

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
