import type { ReactElement, ReactNode } from 'react'
import { namesFrom, repeatsChanges } from '../../shared/words/change-words'
import { own } from '../../shared/base/json'
import { hueOf } from '../../shared/story/hues'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { inspect, useSession } from '../session'
import { nameOf } from '../ui/names'
import { ChangeChips } from './ChangeChips'
import { Chip } from './Chip'
import './entry.css'

type Actors = GameState['actors'] | undefined

/** Ranges of an entry's text, by offsets, that contradict the record. */
type Doubted = readonly { from: number; to: number }[]

/** A text with those ranges underlined. */
function marked(text: string, doubted: Doubted): ReactNode {
  const parts: ReactNode[] = []
  let done = 0
  for (const { from, to } of doubted.toSorted((a, b) => a.from - b.from)) {
    if (from < done || to > text.length) continue
    parts.push(
      text.slice(done, from),
      <mark key={from} className="doubted">
        {text.slice(from, to)}
      </mark>
    )
    done = to
  }
  return [...parts, text.slice(done)]
}

function Said({ actors, entry, doubted }: { actors: Actors; entry: LogEntry; doubted: Doubted }): ReactElement {
  const known = own(actors, entry.by) !== undefined
  const name = nameOf(actors, entry.by)
  return (
    <p className={`said hue-${hueOf(actors, entry.by)}`}>
      {known ? (
        <button type="button" className="who" onClick={() => inspect(entry.by)}>
          {name}
        </button>
      ) : (
        <span className="who">{name}</span>
      )}{' '}
      {marked(entry.text, doubted)}
    </p>
  )
}

/** A log entry: narration as prose, speech with its speaker, a result with its rolls and changes. */
export function Entry({ actors, entry, doubted = [] }: { actors: Actors; entry: LogEntry; doubted?: Doubted }): ReactElement {
  const chips = entry.rolls?.map((roll, i) => [' ', <Chip key={i} roll={roll} />])
  if (entry.kind === 'speech') return <Said actors={actors} entry={entry} doubted={doubted} />
  if (entry.kind === 'narration') return <p className="told">{marked(entry.text, doubted)}</p>
  const changes = entry.changes && <ChangeChips actors={actors} changes={entry.changes} />
  if (entry.kind === 'scene')
    return (
      <>
        <p className="turned">{entry.text}</p>
        {changes}
      </>
    )
  return <Result actors={actors} entry={entry} chips={chips} changes={changes} />
}

/** The result of an action. A text that only repeats the changes isn't shown beside them. */
function Result({
  actors,
  entry,
  chips,
  changes
}: {
  actors: Actors
  entry: LogEntry
  chips: ReactNode[] | undefined
  changes: ReactNode
}): ReactElement {
  const places = useSession((s) => s.snapshot?.state.places)
  const isRepeated = entry.changes !== undefined && repeatsChanges(entry.text, entry.changes, namesFrom(actors, places))
  return (
    <div className={`result hue-${hueOf(actors, entry.by)}`}>
      {!isRepeated && (
        <p>
          {entry.text}
          {chips && chips.length > 0 && <span className="chips">{chips}</span>}
        </p>
      )}
      {changes}
    </div>
  )
}
