import { needOf, needSign } from '../../shared/words/need-words'
import { short } from './words'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { ChangeLine } from '../../shared/analysis/compare'
import type { Roll, ToolCall } from '../../shared/story/play'
import { VERBS } from '../../shared/story/names'
import { FileLink } from '../files/FileLink'
import { TryLink } from '../files/TryLink'
import { useSession } from '../session'
import { hueOf } from '../../shared/story/hues'
import { agentName, nameOf, inSentence } from '../ui/names'
import { texts } from '../ui/texts'
import { LinkButton, Disclosure } from '../ui/Parts'
import { own } from '../../shared/base/json'
import type { Availabilities } from '../../shared/table/present'
import type { Availability } from '../../shared/story/game'
import { api } from '../client'
import { Query, useQuery } from '../ui/Query'

/** A titled part of a panel. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Rolls, one per line: the purpose, the dice and the result. */
export function Rolls({ rolls }: { rolls: readonly Roll[] }): ReactElement {
  return (
    <ul className="rolls">
      {rolls.map((roll, i) => (
        <RollLine key={i} roll={roll} />
      ))}
    </ul>
  )
}

function RollLine({ roll }: { roll: Roll }): ReactElement {
  return (
    <li>
      <span>{roll.label ?? roll.expr}</span>
      <span className="mono">
        {roll.expr} → {roll.dice.join(' + ')}
        {roll.dice.length > 1 || roll.total !== roll.dice[0] ? ` = ${roll.total}` : ''}
        {needSign(needOf(roll))}
      </span>
      {roll.outcome && <span className={`outcome ${roll.outcome}`}>{texts.roll[roll.outcome]}</span>}
    </li>
  )
}

/** One call: its maker, its input, and its result or refusal. `at`: the commit at which it was made; by default the current one. */
export function CallView({ call, at }: { call: ToolCall; at?: string | undefined }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  return (
    <div className={`call ${call.problem ? 'refused' : ''}`}>
      <p className="call-head">
        <b className="mono">{call.tool}</b>
        <span className={`hue-${hueOf(actors, call.as ?? call.by)} hued`}>
          {nameOf(actors, call.as ?? call.by)}
          {call.as === undefined ? '' : ` (${nameOf(actors, call.by)})`}
        </span>
        <span className="quiet numbers">
          {agentName(call.agent)} · {`${call.ms < 10 ? call.ms.toFixed(1) : Math.round(call.ms)} ms`}
        </span>
      </p>
      <Input input={call.input} />
      {(call.problem ?? call.result) && (
        <p className="call-result">
          <b>{call.problem ? 'Refused' : 'Result'}</b> <Long text={call.problem ?? call.result ?? ''} />
        </p>
      )}
      {call.problem !== undefined && !VERBS.some((verb) => verb === call.tool) && (
        <p>
          {call.file !== undefined && <FileLink path={call.file} line={call.line} />}{' '}
          <TryLink wish={{ action: call.tool, actor: call.as ?? call.by, params: call.input, at, file: call.file, line: call.line }} />
        </p>
      )}
    </div>
  )
}

const MAX_FOLDED_CHARACTERS = 420

function Long({ text }: { text: string }): ReactElement {
  const [whole, setWhole] = useState(false)
  if (text.length <= MAX_FOLDED_CHARACTERS * 1.5) return <>{text}</>
  return (
    <>
      {whole ? text : `${text.slice(0, MAX_FOLDED_CHARACTERS)}…`}{' '}
      <LinkButton
        label={whole ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
      />
    </>
  )
}

/** The input of a call, key by key. Renders nothing for an empty input. */
export function Input({ input }: { input: Readonly<Record<string, unknown>> }): ReactElement | null {
  const fields = Object.entries(input)
  if (fields.length === 0) return null
  return (
    <dl className="call-input">
      {fields.map(([key, value]) => [
        <dt key={`${key}.`} className="mono">
          {key}
        </dt>,
        <dd key={key}>
          <Long text={short(value)} />
        </dd>
      ])}
    </dl>
  )
}

/** The changes of a beat in the game's words: the story first, and the table's own counters folded. */
export function BeatChanges({ changes }: { changes: readonly ChangeLine[] }): ReactElement {
  const story = changes.filter(({ bookkeeping }) => !bookkeeping)
  const counted = changes.filter(({ bookkeeping }) => bookkeeping)
  return (
    <>
      {story.length === 0 && <p className="quiet">This beat changed no character, place or fact.</p>}
      <ChangeList list={story} />
      {counted.length > 0 && (
        <Disclosure title={`Table counters (${counted.length})`}>
          <ChangeList list={counted} />
        </Disclosure>
      )}
    </>
  )
}

function ChangeList({ list }: { list: readonly ChangeLine[] }): ReactElement | null {
  if (!list.length) return null
  return (
    <ul className="changes">
      {list.map(({ id, words, label, from, to }) => (
        <li key={id}>
          <span className="change-what">{label ?? words}</span>
          {label !== undefined && (
            <span className="change-values">
              {from !== undefined && <s>{from}</s>} <span>{to}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const askStandings = (who: string, commit: string, signal: AbortSignal): Promise<Availabilities> =>
  api.actions.query({ as: who, at: commit }, { signal })

/** The available actions of a character at the cursor and, folded, the unavailable ones with their reasons. */
export function CanDo({ who, commit }: { who: string; commit: string }): ReactElement {
  const answer = useQuery(who, commit, askStandings)
  return (
    <section aria-busy={answer.waiting}>
      <h3>Available actions</h3>
      <Query {...answer} waits="Checking the rules…">
        {(standings) => <Answered who={who} standings={standings} />}
      </Query>
    </section>
  )
}

function Answered({ who, standings: { turn, list } }: { who: string; standings: Availabilities }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const can = list.filter(({ reason }) => reason === undefined)
  const cannot = list.filter(({ reason }) => reason !== undefined)
  return (
    <>
      {turn !== who && <p className="quiet">{`It’s ${inSentence(actors, turn)}’s turn. On ${inSentence(actors, who)}’s turn:`}</p>}
      {can.length === 0 ? <p className="quiet">None</p> : <AvailabilityList list={can} />}
      {cannot.length > 0 && (
        <Disclosure title={`Unavailable actions (${cannot.length})`}>
          <AvailabilityList list={cannot} />
        </Disclosure>
      )}
    </>
  )
}

/** Actions with their unavailable reasons or their requirements. */
export function AvailabilityList({ list }: { list: readonly Availability[] }): ReactElement {
  return (
    <dl className="can-do">
      {list.map(({ action, description, reason, params = [] }) => (
        <div key={action}>
          <dt className="mono" title={description}>
            {action}
          </dt>
          <dd>
            {reason ?? (params.length === 0 ? <span className="quiet">{description}</span> : null)}
            {params.map(({ name, required, enum: values, labels }) => (
              <span key={name} className="can-do-choice">
                <b>{required ? name : `${name}, optional`}</b> {values?.map((value) => own(labels, value) ?? value).join(', ') ?? 'any text'}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
