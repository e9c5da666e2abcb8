import { own } from '../../shared/base/json'
import type { LogEntry } from '../../shared/story/play'
import { roleOf } from './capabilities'
import type { PrivateLine } from './project'
import { seenEntries, type Whereabouts } from './witness'

/** A scene that was played or is being played. */
export interface PlayedScene {
  session: number
  number: number
  /** Where it was opened. */
  place?: string | undefined
  log: readonly LogEntry[]
  /** Private talk by player. */
  private: Readonly<Record<string, readonly PrivateLine[]>>
  /** What its summary tells the players, once it is summed up. */
  recap?: string | undefined
}

/** What somebody saw or heard in a beat. `by` is the one who said or did it. */
export interface Memory {
  source: LogEntry | PrivateLine
  kind: LogEntry['kind'] | 'private'
  beat: number
  by: string
  text: string
  session: number
  number: number
}

/**
 * Everything that `who` learned in these scenes, the oldest first: the DM from all logs, a player from what happened where their character was while
 * they were awake, and from their own private talk. `now` holds everybody after the last entry. SPEC.md V18.
 */
export function memoriesOf(scenes: readonly PlayedScene[], now: Readonly<Record<string, Whereabouts>>, who: string): Memory[] {
  const isPlayer = roleOf(who) === 'player'
  const heard = scenes.map((scene) => (isPlayer ? { ...scene, log: scene.log.filter(({ kind }) => kind !== 'record') } : scene))
  const seen = isPlayer ? seenEntries(heard, now, who) : undefined
  const joined = seen ? joinedIn(heard, now, who) : 0
  return heard
    .flatMap(({ session, number, log, private: talk }) => [
      ...log.flatMap((entry): Memory[] => {
        const { kind, beat, by, text } = entry
        return (seen && !seen.has(entry)) || beat < joined ? [] : [{ source: entry, kind, beat, by, text, session, number }]
      }),
      ...(isPlayer ? (own(talk, who) ?? []) : []).map((line): Memory => ({ source: line, kind: 'private', ...line, session, number }))
    ])
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => a.beat - b.beat)
}

/** The beat from which somebody remembers: 0, or their first one if others played scenes before it without them, as before they joined. */
function joinedIn(scenes: readonly PlayedScene[], now: Readonly<Record<string, Whereabouts>>, who: string): number {
  const first = scenes.findIndex(({ log }) => log.some((entry) => concerns(entry, who)))
  const earlier = first < 0 ? scenes : scenes.slice(0, first)
  if (!earlier.some(({ log }) => log.some(({ by }) => Object.hasOwn(now, by)))) return 0
  return scenes[first]?.log.find((entry) => concerns(entry, who))?.beat ?? Infinity
}

const concerns = ({ by, targets = [], changes }: LogEntry, who: string): boolean =>
  by === who || targets.includes(who) || Object.hasOwn(changes?.actors ?? {}, who)
