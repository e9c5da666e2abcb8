import { needOf, needSign, needWords } from '../../shared/words/need-words'
import type { ReactElement, ReactNode } from 'react'
import { namesFrom, repeatsChanges, changeWords, type ChangeKind, type ChangeWords } from '../../shared/words/change-words'
import { own } from '../../shared/base/json'
import { hueOf } from '../../shared/story/hues'
import type { LogEntry, Roll } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { inspect, useSession } from '../session'
import { nameOf } from '../ui/names'
import {
  ArrowDownRight,
  ArrowUpRight,
  CircleDashed,
  Clock,
  Flag,
  Footprints,
  HeartHandshake,
  type LucideIcon,
  MessageCircleHeart,
  PackageMinus,
  PackagePlus,
  ScrollText,
  Search,
  Spline,
  Swords,
  Target,
  Check,
  X
} from 'lucide-react'
import type { EntryChanges } from '../../shared/story/entry-changes'
import { ActorToken, Tip } from '../ui/Parts'
import { usePortraits } from '../ui/pictures'
import { texts } from '../ui/texts'
import './entry.css'

type Actors = GameState['actors'] | undefined

/** Ranges of an entry's text, by offsets, that contradict the record. */
type Doubted = readonly { from: number; to: number }[]

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
  const hue = hueOf(actors, entry.by)
  const pictured = usePortraits()
  return (
    <p className={`said hue-${hue}${pictured ? ' pictured' : ''}`}>
      {pictured && <ActorToken id={entry.by} name={name} hue={hue} npc={own(actors, entry.by)?.kind !== 'player'} />}
      {known ? (
        <button type="button" className="who" onClick={() => inspect(entry.by)}>
          {name}
        </button>
      ) : (
        <span className="who">{name}</span>
      )}{' '}
      <span data-text="">{marked(entry.text, doubted)}</span>
    </p>
  )
}

/** A log entry: narration as prose, speech with its speaker, a result with its rolls and changes. */
export function EntryProse({ actors, entry, doubted = [] }: { actors: Actors; entry: LogEntry; doubted?: Doubted }): ReactElement {
  const chips = entry.rolls?.map((roll, i) => [' ', <Chip key={i} roll={roll} />])
  if (entry.kind === 'speech') return <Said actors={actors} entry={entry} doubted={doubted} />
  if (entry.kind === 'narration')
    return (
      <p className="told" data-text="">
        {marked(entry.text, doubted)}
      </p>
    )
  const changes = entry.changes && <ChangeChips actors={actors} changes={entry.changes} />
  if (entry.kind === 'scene')
    return (
      <>
        <p className="turned" data-text="">
          {entry.text}
        </p>
        {changes}
      </>
    )
  return <Result actors={actors} entry={entry} chips={chips} changes={changes} />
}

interface ResultProps {
  actors: Actors
  entry: LogEntry
  chips: ReactNode[] | undefined
  changes: ReactNode
}

/** The result of an action. A text that only repeats the changes isn't shown beside them. */
function Result({ actors, entry, chips, changes }: ResultProps): ReactElement {
  const places = useSession((s) => s.snapshot?.state.places)
  const isRepeated = entry.changes !== undefined && repeatsChanges(entry.text, entry.changes, namesFrom(actors, places))
  return (
    <div className={`result hue-${hueOf(actors, entry.by)}`}>
      {!isRepeated && (
        <p>
          <span data-text="">{entry.text}</span>
          {chips && chips.length > 0 && <span className="chips">{chips}</span>}
        </p>
      )}
      {changes}
    </div>
  )
}

const ICONS: Readonly<Record<Exclude<ChangeKind, 'stat'>, LucideIcon>> = {
  gained: PackagePlus,
  lost: PackageMinus,
  condition: CircleDashed,
  place: Footprints,
  attitude: MessageCircleHeart,
  searched: Search,
  fact: Flag,
  quest: ScrollText,
  thread: Spline,
  tie: HeartHandshake,
  time: Clock,
  fight: Swords,
  result: Target
}
const iconOf = ({ kind, tone }: ChangeWords): LucideIcon => (kind === 'stat' ? (tone === 'bad' ? ArrowDownRight : ArrowUpRight) : ICONS[kind])

/** Whether the rolls beside it don't show it already. */
const isNews = ({ kind, words }: ChangeWords): boolean => kind !== 'result' || (words !== 'success' && words !== 'failure')

/** The changes of a log entry as a quiet list of icons with words. A name is repeated only if it differs from the previous one. */
function ChangeChips({ actors, changes }: { actors: GameState['actors'] | undefined; changes: EntryChanges }): ReactElement | null {
  const places = useSession((s) => s.snapshot?.state.places)
  const labels = useSession((s) => s.present?.campaign.statLabels)
  const words = changeWords(changes, { ...namesFrom(actors, places), stat: (id) => own(labels, id) ?? id }).filter(isNews)
  if (words.length === 0) return null
  return (
    <ul className="entry-changes" aria-label="What changed">
      {words.map((one, i) => {
        const Icon = iconOf(one)
        return (
          <li key={i} className={`entry-change ${one.tone ?? ''}`}>
            <Icon size={12} aria-hidden="true" />
            <span>
              {one.who !== undefined && (words[i - 1]?.who === one.who ? <span className="unseen">{one.who} </span> : <b>{one.who} </b>)}
              {one.spoken === undefined ? (
                one.words
              ) : (
                <>
                  <span aria-hidden="true">{one.words}</span>
                  <span className="unseen">{one.spoken}</span>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const t = texts.roll

function Chip({ roll }: { roll: Roll }): ReactElement {
  const needed = needOf(roll)
  const sign = needSign(needed)
  const need = needed && `${t.need}: ${needWords(needed)}`
  const words = [`${t.dice}: ${roll.expr} (${roll.dice.join(', ')})`, need, roll.outcome && t[roll.outcome]].filter(Boolean).join('. ')
  return (
    <Tip
      side="top"
      text={
        <span className="chip-tip">
          {roll.label && <b>{roll.label}</b>}
          <dl>
            <dt>{t.dice}</dt>
            <dd className="mono">
              {roll.expr} → {roll.dice.join(' + ')}
              {roll.dice.length > 1 || roll.total !== roll.dice[0] ? ` = ${roll.total}` : ''}
            </dd>
            {needed && (
              <>
                <dt>{t.need}</dt>
                <dd>{needWords(needed)}</dd>
              </>
            )}
            {roll.target && (
              <>
                <dt>Against</dt>
                <dd>{roll.target}</dd>
              </>
            )}
            {roll.outcome && (
              <>
                <dd className={`outcome ${roll.outcome}`}>{t[roll.outcome]}</dd>
              </>
            )}
          </dl>
        </span>
      }
    >
      <button type="button" className={`chip ${roll.outcome ?? ''}`}>
        <span className="chip-expr">{roll.label ?? roll.expr}</span>
        <span className="mono">
          <b>{roll.total}</b>
          {sign}
        </span>
        {roll.outcome === 'success' && <Check size={12} strokeWidth={2.5} aria-hidden="true" />}
        {roll.outcome === 'failure' && <X size={12} strokeWidth={2.5} aria-hidden="true" />}
        <span className="unseen">{words}</span>
      </button>
    </Tip>
  )
}
