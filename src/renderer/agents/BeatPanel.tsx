import { ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { StateChange } from '../../shared/json'
import type { BeatDetail, Roll, ToolCall } from '../../shared/play'
import { useSession } from '../session'
import { hueOf } from '../ui/hues'
import { nameOf } from '../ui/names'
import { Blank, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import './agents.css'
import { inOrder, short, worded } from './words'

const t = texts.beat

/** Everything about the beat at the cursor: who did what, with which dice, and what it changed. */
export function BeatPanel(): ReactElement {
  const id = useSession((s) => s.cursor ?? s.present?.head)
  const beat = useSession((s) => (id === undefined ? undefined : s.beats.byId.get(id)))
  const found = useSession((s) => s.detail)
  const actors = useSession((s) => s.shown?.state.actors)
  const detail = found?.beat.id === id ? found : undefined
  if (!beat) return <Blank title={t.none}>{t.noneHint}</Blank>
  return (
    <Scroll className="panel" label={t.title}>
      <header>
        <p className="panel-over numbers">
          {t.title} {beat.n} · {beat.action}
        </p>
        <h2 className="beat-subject">{beat.subject}</h2>
      </header>
      <dl className="facts">
        <dt>{t.by}</dt>
        <dd className={`hue-${hueOf(actors, beat.as ?? beat.actor)} hued`}>
          {nameOf(actors, beat.as ?? beat.actor)}
          {beat.as ? ` (${nameOf(actors, beat.actor)})` : ''}
        </dd>
        {beat.agent && (
          <>
            <dt>{t.agent}</dt>
            <dd>{beat.agent}</dd>
          </>
        )}
        <dt>{t.made}</dt>
        <dd className="numbers">{new Date(beat.time).toLocaleString()}</dd>
        <dt>{t.commit}</dt>
        <dd className="mono">{beat.id.slice(0, 10)}</dd>
      </dl>
      {beat.rolls.length > 0 && (
        <Section title={t.rolls}>
          <ul className="rolls">
            {beat.rolls.map((roll, i) => (
              <RollLine key={i} roll={roll} />
            ))}
          </ul>
        </Section>
      )}
      {detail ? <Rest detail={detail} /> : <p className="quiet">{texts.loading}</p>}
    </Scroll>
  )
}

function Rest({ detail }: { detail: BeatDetail }): ReactElement {
  const { story, engine } = inOrder(detail.changes)
  return (
    <>
      <Section title={t.calls}>
        {detail.toolCalls.length === 0 && <p className="quiet">{t.noCalls}</p>}
        {detail.toolCalls.map((one, i) => (
          <Call key={i} call={one} />
        ))}
      </Section>
      <Section title={t.changes}>
        {detail.changes.length === 0 && <p className="quiet">{t.noChanges}</p>}
        <Changes list={story} />
        {engine.length > 0 && (
          <details>
            <summary>
              <ChevronRight size={13} aria-hidden="true" /> {t.engine(engine.length)}
            </summary>
            <Changes list={engine} />
          </details>
        )}
      </Section>
      {detail.files.length > 0 && (
        <Section title={t.files}>
          <ul className="files mono">
            {detail.files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function RollLine({ roll }: { roll: Roll }): ReactElement {
  return (
    <li>
      <span>{roll.label ?? roll.expr}</span>
      <span className="mono">
        {roll.expr} → {roll.dice.join(' + ')}
        {roll.dice.length > 1 || roll.total !== roll.dice[0] ? ` = ${roll.total}` : ''}
        {roll.need === undefined ? '' : ` ${roll.under ? '≤' : '≥'} ${roll.need}`}
      </span>
      {roll.outcome && <span className={`outcome ${roll.outcome}`}>{texts.roll[roll.outcome]}</span>}
    </li>
  )
}

function Call({ call }: { call: ToolCall }): ReactElement {
  const actors = useSession((s) => s.shown?.state.actors)
  const input = Object.entries(call.input)
  return (
    <div className={`call ${call.problem ? 'refused' : ''}`}>
      <p className="call-head">
        <b className="mono">{call.tool}</b>
        <span className={`hue-${hueOf(actors, call.by)} hued`}>{nameOf(actors, call.by)}</span>
        <span className="quiet numbers">
          {call.agent} · {t.ms(call.ms)}
        </span>
      </p>
      {input.length > 0 && (
        <dl className="call-input">
          {input.map(([key, value]) => [
            <dt key={`${key}.`} className="mono">
              {key}
            </dt>,
            <dd key={key}>{short(value)}</dd>
          ])}
        </dl>
      )}
      {(call.problem ?? call.result) && (
        <p className="call-result">
          <b>{call.problem ? t.refused : t.result}</b> {call.problem ?? call.result}
        </p>
      )}
    </div>
  )
}

function Changes({ list }: { list: readonly StateChange[] }): ReactElement | null {
  const state = useSession((s) => s.shown?.state)
  if (!list.length) return null
  return (
    <ul className="changes">
      {list.map((one) => {
        const words = worded(one, state)
        return (
          <li key={one.path}>
            <span className="change-what" title={one.path}>
              <b>{words.about}</b> {words.what}
            </span>
            <span className="change-values">
              {words.from !== undefined && <s>{words.from}</s>}
              {words.op === 'remove' ? <i>{t.removed}</i> : <span>{words.to}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
