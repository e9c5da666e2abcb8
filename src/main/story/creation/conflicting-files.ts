import { fold } from '../../../shared/names'
import { FILES } from '../../campaign/layout'

const top = (path: string): string => fold(path.split('/')[0] ?? path)

/** Names in the top folder of a campaign that are its own: those it begins with, and those that come when it is played. */
const OWN = new Set([...Object.values(FILES), 'rules', 'sessions', '.proscenium'].map(top))

/**
 * Files that stand where a campaign keeps its own: at a name of its top folder, in whatever case, since everything below `world/` or
 * `rules/` would be read as a part of the story.
 */
export const inTheWay = (theirs: Iterable<string>): string[] => [...theirs].filter((path) => OWN.has(top(path))).toSorted()
