import { may, roleOf } from '../../engine/capabilities'
import { DM } from '../../engine/people'
import { fileAt, notesFolder } from '../../../shared/story/layout'
import { FILES } from '../layout'
import type { Shelfful } from './shelf'

const isNote = (path: string): boolean => path.toLowerCase().endsWith('.md')

const isSummary = (path: string): boolean => ['sessionSummary', 'sceneSummary'].includes(fileAt(path)?.kind ?? '')

/** The folder in which an agent writes notes. The agent names notes by their path relative to it. */
export const namespaceOf = (who: string): string => (who === DM ? 'world' : notesFolder(who))

/** The files that `recall` searches for an agent. */
export function searchedBy(who: string): Shelfful[] {
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
