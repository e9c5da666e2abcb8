import { fold } from '../../../shared/story/names'
import { FILES } from '../../campaign/layout'

const top = (path: string): string => fold(path.split('/')[0] ?? path)

/** The names in a campaign's top folder that belong to it: those it begins with and those that play adds. */
const OWN = new Set([...Object.values(FILES), 'rules', 'sessions', '.proscenium'].map(top))

/**
 * The files where a campaign keeps its own: at one of its top-level names, in any case, because everything below `world/` or `rules/` would count
 * as part of the story.
 */
export const inTheWay = (theirs: Iterable<string>): string[] => [...theirs].filter((path) => OWN.has(top(path))).toSorted()
