import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Reason } from '../../../shared/table/turns'
import { Highlighted } from './Highlighted'
import { percent, fractionOf, wantsOf } from './reasons'
import { inspectorTexts } from './texts'
import './reasons.css'

const t = inspectorTexts.reasons

/** The reasons of the built-in table, step by step: its aims, the odds it used and the options it weighed. */
export function Reasons({ reasons, query }: { reasons: readonly Reason[]; query: string }): ReactElement {
  return (
    <section className="reasons" aria-label={t.title}>
      <h3>{t.title}</h3>
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
            <th>{t.chosen}</th>
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
              <td>{i === chosen && <Check size={13} aria-label={t.chosen} />}</td>
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
