import { Disclosure } from '../../ui/Parts'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Exchange, WholeTurn, Reason } from '../../../shared/table/turns'
import { Input } from '../Call'
import { Highlighted } from './Highlighted'
import { count, dollars, sentTokens, span } from '../../ui/amounts'
import { inspectorTexts as t } from './texts'
import { percent, fractionOf, wantsOf } from './words'
import './reasons.css'

/** A model's thoughts and answers, exchange by exchange, with the requests before them in the same turn. For the built-in table, its reasons. */
export function AnswerTab({ record, query }: { record: WholeTurn | undefined; query: string }): ReactElement {
  const earlier = (record?.earlier ?? []).filter(({ exchanges }) => exchanges.length > 0)
  if (!record || (record.exchanges.length === 0 && earlier.length === 0)) {
    if (record?.reasons) return <Reasons reasons={record.reasons} query={query} />
    const agent = record?.seat.agent
    return (
      <p className="quiet">
        {agent === 'offline'
          ? 'The built-in table called no model. This machine has no record of its reasons.'
          : agent === 'hand'
            ? 'The designer decided. The turn called no model.'
            : agent === 'mcp'
              ? 'An MCP client decided. Its calls are in the tab Calls; its thoughts stay with it.'
              : 'The turn called no model.'}
      </p>
    )
  }
  return (
    <>
      {earlier.map(({ n, exchanges }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record does not change
        <section key={i} className="earlier">
          <h3>{`Requests for beat ${n}, in the same conversation`}</h3>
          <Questions exchanges={exchanges} query={query} />
        </section>
      ))}
      {earlier.length > 0 && <h3>Requests for this beat</h3>}
      {record.exchanges.length === 0 && <p className="quiet">This beat needed no request: an earlier answer already contained its call.</p>}
      <Questions exchanges={record.exchanges} query={query} />
    </>
  )
}

function Questions({ exchanges, query }: { exchanges: readonly Exchange[]; query: string }): ReactElement[] {
  return exchanges.map((exchange, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- a record does not change
    <Question key={i} n={i + 1} of={exchanges.length} exchange={exchange} query={query} />
  ))
}

function Question({ n, of, exchange, query }: { n: number; of: number; exchange: Exchange; query: string }): ReactElement {
  const { thought, text, uses, usage, ms, stop, retries, problem, messages, stderr } = exchange
  const cost = usage.cost === undefined ? [] : [dollars(usage.cost)]
  return (
    <section className="question">
      <h3 className="numbers">
        {of > 1 && `Request ${n}`}
        <small>
          {[
            t.inOut(count(sentTokens(usage)), count(usage.output)),
            ...cost,
            ...(usage.estimated ? [t.estimated] : []),
            span(ms),
            ...(stop === '' ? [] : [`stopped: ${stop}`])
          ].join(' · ')}
        </small>
      </h3>
      {retries.map((retry, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record does not change
        <p key={i} className="waited">
          {retry.words}
        </p>
      ))}
      {messages.length > 0 && (
        <Disclosure title={messages.length === 1 ? 'Sent after the prompt: 1 message' : `Sent after the prompt: ${messages.length} messages`}>
          <pre className="raw">
            <Highlighted text={JSON.stringify(messages, null, 2)} query={query} />
          </pre>
        </Disclosure>
      )}
      {thought !== '' && (
        <div className="thought">
          <h4>{t.thought}</h4>
          <p>
            <Highlighted text={thought} query={query} />
          </p>
        </div>
      )}
      {text !== '' && (
        <div className="spoken">
          <h4>{t.answer}</h4>
          <p>
            <Highlighted text={text} query={query} />
          </p>
        </div>
      )}
      {uses.map((use) => (
        <div key={use.id} className="call">
          <p className="call-head">
            <span className="call-asks">Calls</span> <b className="mono">{use.tool}</b>
            {use.as !== undefined && <span>{`as ${use.as}`}</span>}
          </p>
          <Input input={use.input} />
        </div>
      ))}
      {thought === '' && text === '' && uses.length === 0 && <p className="quiet">This answer contains no text and no calls.</p>}
      {stderr !== undefined && (
        <Disclosure title="Wrote to standard error">
          <pre className="raw">
            <Highlighted text={stderr} query={query} />
          </pre>
        </Disclosure>
      )}
      {problem !== undefined && <p className="turn-bad">{problem}</p>}
    </section>
  )
}

const reasonsTexts = t.reasons

function Reasons({ reasons, query }: { reasons: readonly Reason[]; query: string }): ReactElement {
  return (
    <section className="reasons" aria-label={reasonsTexts.title}>
      <h3>{reasonsTexts.title}</h3>
      <p className="quiet">The built-in table called no model. It weighed these options, using only what this seat may know.</p>
      <ol>
        {reasons.map((reason, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a record does not change
          <li key={i}>
            <Step reason={reason} query={query} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ reason, query }: { reason: Reason; query: string }): ReactElement {
  if (reason.kind === 'note') return <Highlighted text={reason.words} query={query} />
  if (reason.kind === 'odds')
    return (
      <p className="reason-odds">
        <Highlighted text={reason.what} query={query} /> <span className="numbers quiet">{`at ${percent(reason.odds)}:`}</span>{' '}
        <b className={reason.came ? 'came' : ''}>{reason.came ? 'yes' : 'no'}</b>
      </p>
    )
  return <Weighed choice={reason} query={query} />
}

function Weighed({ choice, query }: { choice: Extract<Reason, { kind: 'choice' }>; query: string }): ReactElement {
  const { by, what, options, total, chosen, others } = choice
  const wants = wantsOf(choice)
  return (
    <>
      <h4>
        <Highlighted text={what} query={query} />
      </h4>
      {wants.length > 0 && <p className="quiet numbers">{`Wants ${wants.map(({ want, share }) => `${want} ${percent(share)}`).join(', ')}`}</p>}
      {options.length === 0 && <p className="quiet">No option scored above zero.</p>}
      <table className="numbers">
        <thead className="unseen">
          <tr>
            <th>Option</th>
            <th>{by === 'weight' ? 'Share' : 'Score'}</th>
            <th>{reasonsTexts.chosen}</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ words, weight }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a record does not change
            <tr key={i} className={i === chosen ? 'is-selected' : ''}>
              <td>
                <Highlighted text={words} query={query} />
              </td>
              <td title={by === 'weight' ? `Weight ${weight}` : undefined}>{by === 'weight' ? percent(fractionOf(weight, total)) : weight}</td>
              <td>{i === chosen && <Check size={13} aria-label={reasonsTexts.chosen} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p className="quiet">
          {others === 1 ? '1 more option with a lower score.' : `${others.toLocaleString('en')} more options with lower scores.`}
        </p>
      )}
    </>
  )
}
