import { Ban, ChevronRight, Gavel, Lock, StickyNote, TriangleAlert } from 'lucide-react'
import { memo, useMemo, type ReactElement, useEffect, useState } from 'react'
import { inText, CONTRADICTIONS, judgedBy, quoted } from '../../shared/words/contradiction-words'
import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import type { LogEntry } from '../../shared/story/play'
import { entryPictures, openingPictures, type ShownPicture } from '../../shared/story/shown-pictures'
import type { Refusal } from '../../shared/table/present'
import { contradictionsAt, useContradictions } from '../contradictions'
import { VERBS } from '../../shared/story/names'
import { type TextPart, writersOf, writerWords } from '../../shared/story/writers'
import { notesOn, useDirectorNotes, writeNoteOn } from '../director-notes'
import { FileLink } from '../files/FileLink'
import { canRule, makeRuling } from '../files/make-ruling'
import { TryLink } from '../files/TryLink'
import { EntryProse } from '../prose/Entry'
import { follow } from '../prose/follow'
import { Prose } from '../prose/Prose'
import { goTo, loreAtCursor, useSession } from '../session'
import type { LogRow } from '../store/story'
import { hueOf } from '../../shared/story/hues'
import { nameOf } from '../ui/names'
import { Picture } from '../ui/Picture'
import { texts } from '../ui/texts'
import { logTexts as t } from './texts'
import { LinkButton, Disclosure } from '../ui/Parts'
import type { Contradiction } from '../../shared/analysis/contradictions'
import { withNumber } from '../store/beats'
import type { Retry } from '../../shared/table/turns'
import type { LiveTurn } from '../store/live'
import { dollars } from '../ui/amounts'
import { draftsOf, isDrafting, thoughtOf, type Drafted } from './draft-text'

type Actors = GameState['actors'] | undefined

/** The number of a line's beat as a link, and a button to make a ruling about it. That command's key applies to the focused line. */
function BeatLink({ beat, n }: { beat: string | undefined; n: number }): ReactElement | null {
  const isAble = useSession(canRule)
  if (beat === undefined) return null
  return (
    <>
      <button type="button" className="beat-link numbers" aria-label={t.toBeat(n)} title={t.toBeat(n)} onClick={() => goTo(beat)}>
        {n}
      </button>
      {isAble && (
        <button
          type="button"
          className="beat-ruling"
          tabIndex={-1}
          aria-label={texts.rulings.makeOn(n)}
          title={texts.rulings.makeOn(n)}
          onClick={() => void makeRuling(beat)}
        >
          <Gavel size={13} aria-hidden="true" />
        </button>
      )}
    </>
  )
}

function Refused({ actors, refusal, beat }: { actors: Actors; refusal: Refusal; beat: string | undefined }): ReactElement {
  const { by, action, params, reason, place, file, line } = refusal
  const name = useSession((s) => (place === undefined ? undefined : own(s.snapshot?.state.places, place)?.name))
  const at = useSession((s) => (beat === undefined ? undefined : s.beats.byId.get(beat)?.parent))
  const isRule = !VERBS.some((verb) => verb === action)
  return (
    <article className="entry refused" data-beat={beat}>
      <BeatLink beat={beat} n={refusal.beat} />
      <p>
        <Ban size={12} aria-hidden="true" /> {`${nameOf(actors, by)} couldn't ${action.replaceAll(/[-_]/g, ' ')}.`} {reason}{' '}
        {place !== undefined && name !== undefined && (
          <LinkButton label={texts.showPlace(name)} onClick={() => follow({ what: 'place', id: place })} />
        )}{' '}
        {file !== undefined && <FileLink path={file} line={line} />} {isRule && <TryLink wish={{ action, actor: by, params, at, file, line }} />}
      </p>
    </article>
  )
}

function EntryText({ actors, entry, beat }: { actors: Actors; entry: LogEntry; beat: string | undefined }): ReactElement {
  const isChecked = entry.kind === 'narration' || entry.kind === 'speech' || entry.kind === 'system'
  const ofBeat = useContradictions((known) => contradictionsAt(known, isChecked ? beat : undefined))
  const all = useMemo(() => inText(ofBeat, entry.text), [ofBeat, entry])
  return (
    <>
      <EntryProse actors={actors} entry={entry} doubted={all} />
      {(entry.pictures ?? entry.changes?.actors) && <EntryPictures entry={entry} />}
      <Contradictions all={all} />
    </>
  )
}

const NO_PLACES = { places: {}, story: [] }

/** The picture of the scene's story event, otherwise of its place. */
function OpeningPictures({ place, story }: { place: string | undefined; story: string | undefined }): ReactElement {
  const lore = useSession(loreAtCursor) ?? NO_PLACES
  return <Pictures all={openingPictures(lore, { ...(place === undefined ? {} : { place }), ...(story === undefined ? {} : { story }) })} />
}

/** The pictures of an entry's text, and those of the places where players arrive. */
function EntryPictures({ entry }: { entry: LogEntry }): ReactElement {
  const lore = useSession(loreAtCursor) ?? NO_PLACES
  const players = useSession((s) => s.snapshot?.state.actors)
  return <Pictures all={entryPictures(entry, lore, (id) => own(players, id)?.kind === 'player')} />
}

const Pictures = ({ all }: { all: readonly ShownPicture[] }): ReactElement => (
  <>
    {all.map(({ path, alt }) => (
      <Picture key={path} path={path} alt={alt} className="log-picture" />
    ))}
  </>
)

/** The writers of a line, if the log shows them. */
function Wrote({ parts }: { parts: readonly TextPart[] }): ReactElement | null {
  return parts.length === 0 ? null : <p className="wrote">{writersOf(parts).map(writerWords).join(', ')}</p>
}

/** The open director's notes on a line; those on a whole beat stand at its first line. */
function LineNotes({ beat, line }: { beat: string | undefined; line: number | undefined }): ReactElement | null {
  const ofBeat = useDirectorNotes((known) => notesOn(known, beat))
  const notes = ofBeat.filter((note) => !note.done && (note.line ?? 0) === (line ?? 0))
  if (notes.length === 0) return null
  return (
    <ul className="line-notes" aria-label="Director’s notes">
      {notes.map((note) => (
        <li key={note.id}>
          <button type="button" className="line-note" title="Edit the director’s note" dir="auto" onClick={() => writeNoteOn({ ...note, note })}>
            <StickyNote size={12} aria-hidden="true" />
            <span>
              <span className="unseen">{t.note}</span>
              {note.text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One row of the story: a scene's title, an entry, a line of private talk, a summary. */
export const StoryRow = memo(function StoryRow({ row, actors, parts }: { row: LogRow; actors: Actors; parts: readonly TextPart[] }): ReactElement {
  switch (row.kind) {
    case 'scene':
      return (
        <header className="scene-break">
          <button type="button" className="scene-number" onClick={() => goTo(row.beat)}>
            {`Scene ${row.number}`}
          </button>
          <h2>{row.title || row.scene}</h2>
          <span className="ornament" aria-hidden="true" />
          <OpeningPictures place={row.place} story={row.story} />
        </header>
      )
    case 'entry':
      return (
        <article className={`entry ${row.entry.kind}`} data-beat={row.beat} data-line={row.line}>
          <BeatLink beat={row.beat} n={row.entry.beat} />
          <EntryText actors={actors} entry={row.entry} beat={row.beat} />
          <Wrote parts={parts} />
          <LineNotes beat={row.beat} line={row.line} />
        </article>
      )
    case 'refused':
      return <Refused actors={actors} refusal={row.refusal} beat={row.beat} />
    case 'private':
      return (
        <article className={`entry private hue-${hueOf(actors, row.player)}`} data-beat={row.beat}>
          <BeatLink beat={row.beat} n={row.n} />
          <p>
            <Lock size={12} aria-hidden="true" />
            <span className="who">
              {`${row.by === 'DM' ? `${texts.dm} → ${nameOf(actors, row.player)}` : `${nameOf(actors, row.by)} → ${texts.dm}`}, privately`}
            </span>{' '}
            <span data-text="">{row.text}</span>
          </p>
          <Wrote parts={parts} />
          <LineNotes beat={row.beat} line={undefined} />
        </article>
      )
    case 'summary':
      return (
        <details className="summary">
          <summary>
            <ChevronRight size={14} aria-hidden="true" />
            <h3>Summary</h3>
          </summary>
          <Prose text={row.text} />
          <Wrote parts={parts} />
        </details>
      )
    case 'draft':
      return <Drafts actors={actors} />
    default:
      return <p className="waiting">Reading the scene…</p>
  }
})

function Contradictions({ all }: { all: readonly Contradiction[] }): ReactElement | null {
  if (all.length === 0) return null
  return (
    <ul className="contradictions" aria-label="Contradictions">
      {all.map(({ kind, quote, fact, source, model }, i) => (
        <li key={i}>
          <TriangleAlert size={13} aria-hidden="true" />
          <p>
            <b>{CONTRADICTIONS[kind]}.</b> <span className="contradiction-quote">{quoted(quote)}</span> {fact}{' '}
            {model !== undefined && `${judgedBy(model)} `}
            {'file' in source ? <FileLink path={source.file} /> : <BeatButton n={source.beat} />}
          </p>
        </li>
      ))}
    </ul>
  )
}

function BeatButton({ n }: { n: number }): ReactElement {
  const id = useSession((s) => withNumber(s.line, n)?.id)
  return <LinkButton label={`Beat ${n}`} disabled={id === undefined} onClick={() => id !== undefined && goTo(id)} />
}

/** The drafts of models, at the end of the log. Players who were called on together write at the same time. */
function Drafts({ actors }: { actors: Actors }): ReactElement {
  const live = useSession((s) => s.live)
  return <>{live.map((turn) => isDrafting(turn) && <Draft key={turn.turn} live={turn} actors={actors} />)}</>
}

/** One turn: a draft in its character's colour until the beat is saved. Thoughts are folded; the cost is that of the answers so far. */
function Draft({ live, actors }: { live: LiveTurn; actors: Actors }): ReactElement {
  const talk = useSession((s) => s.desk.talk)
  const name = nameOf(actors, live.who)
  const drafts = draftsOf(live)
  const thought = thoughtOf(live)
  const last = live.parts.at(-1)
  return (
    <article className={`draft hue-${hueOf(actors, live.who)}`} aria-label={`Draft by ${name}`}>
      {drafts.map((one, i) => (
        <Words key={i} drafted={one} actors={actors} name={name} talk={talk} />
      ))}
      {last?.kind === 'retry' && <Waiting key={live.parts.length} retry={last.retry} />}
      {drafts.length === 0 && last?.kind !== 'retry' && thought === '' && <p className="draft-quiet">{t.thinking(name)}</p>}
      {thought !== '' && (
        <Disclosure className="draft-thought" title={drafts.length === 0 ? t.thinking(name) : 'Thoughts'}>
          <p>{thought}</p>
        </Disclosure>
      )}
      {live.usage?.cost !== undefined && <p className="draft-quiet numbers">{`This turn has cost ${dollars(live.usage.cost)} so far.`}</p>}
    </article>
  )
}

function Words({ drafted, actors, name, talk }: { drafted: Drafted; actors: Actors; name: string; talk: boolean }): ReactElement {
  if (drafted.kind === 'told') return <p className="told">{drafted.text}</p>
  if (drafted.kind === 'done') return <p className="draft-quiet">{`${name} is calling ${drafted.tool.replaceAll('_', ' ')}…`}</p>
  if (drafted.kind === 'private')
    return (
      <p className="draft-quiet">
        <Lock size={12} aria-hidden="true" /> {talk ? drafted.text : `${name} is talking in private…`}
      </p>
    )
  return (
    <p className={`said hue-${hueOf(actors, drafted.by)}`}>
      <span className="who">{nameOf(actors, drafted.by)}</span> {drafted.text}
    </p>
  )
}

function Waiting({ retry: { words, ms } }: { retry: Retry }): ReactElement {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setLeft(Math.max(0, ms - (performance.now() - began))), 500)
    return () => clearInterval(timer)
  }, [ms])
  return (
    <p className="draft-quiet numbers">
      {words} {t.secondsLeft(Math.ceil(left / 1000))}
    </p>
  )
}
