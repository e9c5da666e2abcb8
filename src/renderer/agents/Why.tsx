import { ChevronRight, Wrench } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { own } from '../../shared/base/json'
import { parse } from '../../shared/predicate/parse'
import { conditionWords } from '../../shared/words/condition-words'
import { factWords } from '../../shared/words/fact-words'
import { isPlayed } from '../../shared/story/beat-kinds'
import type { Mark } from '../../shared/analysis/chronicle'
import { type TextPart, type TextSource, writerWords } from '../../shared/story/writers'
import { notesOn, useDirectorNotes, writeNoteOn } from '../director-notes'
import { openFormOf } from '../files/form-request'
import { type LineWritten, linesOf, shape } from '../files/fix-spot'
import { narrowed, rangeOf } from '../store/line-writers'
import { openSource } from '../files/open-source'
import { sourceWords } from '../files/source-words'
import { useSpots } from '../line-spot'
import { loreAtCursor, useSession } from '../session'
import { Button, LinkButton } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { PanelSection } from './Call'
import { Chances } from './Chances'
import { AnswerTab } from './inspector/AnswerTab'
import { ContextTab } from './inspector/ContextTab'
import { askTurn } from './inspector/queries'
import { UnavailableTab } from './inspector/UnavailableTab'
import { whyTexts as t } from './texts'

const askLines = (_: string, commit: string, signal: AbortSignal): Promise<LineWritten[]> => linesOf(commit, signal)

/** The lines of a beat, part by part: who wrote each, and where it comes from. The words that were asked about are marked. */
export function WhyLines({ commit }: { commit: string }): ReactElement {
  const asked = useQuery('lines', commit, askLines)
  return (
    <Query {...asked} waits={t.reading}>
      {(lines) => (
        <>
          {lines.length > 0 && (
            <PanelSection title="Text">
              {lines.map((line, i) => (
                <Line key={i} {...line} place={i} commit={commit} />
              ))}
            </PanelSection>
          )}
        </>
      )}
    </Query>
  )
}

function Line({ entry, parts, place, commit }: LineWritten & { place: number; commit: string }): ReactElement {
  const meant = useSpots(({ shown }) => (shown?.commit === commit && (shown.line ?? place) === place ? shown : undefined))
  const [from, to] = meant ? rangeOf(entry.text, meant.quote) : [0, 0]
  const isMeant = (part: TextPart): boolean => part.from < to && part.to > from
  const fix = (part: TextPart): void => {
    const source = narrowed(entry.text, part, isMeant(part) ? [from, to] : [part.from, part.to])
    if (source) void openSource(source, { commit, n: entry.beat })
    else shape(entry, part)
  }
  return (
    <ul className="why-parts">
      {parts.map((part) => (
        <li key={part.from} className={isMeant(part) ? 'is-meant' : ''}>
          <p className="why-words" dir="auto">
            {entry.text.slice(part.from, part.to).trim()}
          </p>
          <p className="quiet">
            {`By ${writerWords(part.writer)}.`}
            {part.source && <Source source={part.source} />}
          </p>
          <Button icon={<Wrench size={12} />} label={part.source ? 'Fix' : 'Open what shapes it'} small onClick={() => fix(part)} />
          {part.others?.map((source) => (
            <p key={`${source.path} ${source.keys.join(' ')}`} className="quiet">
              Or:
              <Source source={source} />{' '}
              <Button icon={<Wrench size={12} />} label="Fix" small onClick={() => void openSource(source, { commit, n: entry.beat })} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Source({ source }: { source: TextSource }): ReactElement {
  const words = useSession((s) => sourceWords(source, s.snapshot?.state, loreAtCursor(s)))
  return (
    <>
      {` ${words}`}
      {source.when !== undefined && <span className="why-when">{` Only while ${conditionIn(source.when)}.`}</span>}
    </>
  )
}

/** A condition as a reader says it; as it is written, if it isn't one any more. */
function conditionIn(text: string): string {
  try {
    const { actors = {}, places = {} } = useSession.getState().snapshot?.state ?? {}
    return conditionWords(parse(text), text, (_, id) => own(actors, id)?.name ?? own(places, id)?.name ?? id)
  } catch {
    return text
  }
}

/** The director's notes on a beat, done ones too, and a button for another. */
export function WhyNotes({ commit }: { commit: string }): ReactElement {
  const notes = useDirectorNotes((s) => notesOn(s, commit))
  const spot = useSpots(({ shown }) => (shown?.commit === commit ? shown : undefined))
  return (
    <PanelSection title="Director’s notes">
      {notes.map((note) => (
        <p key={note.id} dir="auto" className={note.done ? 'why-note quiet' : 'why-note'}>
          {note.done && 'Done:'} {note.text} <LinkButton label="Edit" onClick={() => writeNoteOn({ ...note, note })} />
        </p>
      ))}
      <Button label="Write a director’s note…" small onClick={() => writeNoteOn(spot ?? { commit })} />
    </PanelSection>
  )
}

/** The scene and the story event of a beat, and what had to hold for it. */
export function WhyScene({ beat }: { beat: Mark }): ReactElement | null {
  const scene = useSession((s) => s.snapshot?.state.scene)
  const lore = useSession(loreAtCursor)
  if (beat.scene === undefined || scene?.path !== beat.scene) return null
  const event = lore?.story.find(({ id }) => id === scene.story)
  const called = (fact: string): string => own(lore?.facts ?? {}, fact) ?? factWords(fact)
  return (
    <PanelSection title="Scene">
      <p>
        {scene.title}. <span className="quiet">{scene.aim}</span>
      </p>
      {event && (
        <p>
          Story event: <LinkButton label={event.title} onClick={() => openFormOf('event', event.id)} />
          {event.starts_when.length > 0 && (
            <span className="why-when">
              {t.began(event.starts_when.map((fact) => (fact.startsWith('!') ? `not ${called(fact.slice(1))}` : called(fact))))}
            </span>
          )}
        </p>
      )}
    </PanelSection>
  )
}

/** What the turn of a beat was given, decided and could have done. Each part is read when it is opened. */
export function WhyTurn({ beat }: { beat: Mark }): ReactElement | null {
  const isSeated = useSession((s) => beat.actor === 'DM' || own(s.snapshot?.state.actors, beat.actor) !== undefined)
  const { parent } = beat
  if (!isPlayed(beat.kind) || !isSeated || parent === undefined) return null
  const who = beat.actor
  return (
    <PanelSection title="Why this turn">
      <Lazy title="Reasons and answer">
        <Turn id={beat.id}>{(record) => <AnswerTab record={record} query="" />}</Turn>
      </Lazy>
      <Lazy title="Context, as it was given">
        <Turn id={beat.id}>{(record) => <ContextTab who={who} parent={parent} n={beat.n} beat={beat} record={record} query="" />}</Turn>
      </Lazy>
      <Lazy title="Offers: what was available and what wasn’t">
        <UnavailableTab who={who} parent={parent} />
      </Lazy>
      {who !== 'DM' && <Chances who={who} commit={parent} />}
    </PanelSection>
  )
}

type TurnRecord = Awaited<ReturnType<typeof askTurn>>['record']

function Turn({ id, children }: { id: string; children: (record: TurnRecord) => ReactNode }): ReactElement {
  const asked = useQuery('turn', id, askTurn)
  return (
    <Query {...asked} waits={t.reading}>
      {({ record }) => children(record)}
    </Query>
  )
}

/** A fold whose content is drawn only while it is open. */
function Lazy({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="why-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={13} aria-hidden="true" /> {title}
      </summary>
      {isOpen && children}
    </details>
  )
}
