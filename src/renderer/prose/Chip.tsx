import { Check, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Roll } from '../../shared/story/play'
import { Tip } from '../ui/Parts'
import { texts } from '../ui/texts'

const t = texts.roll

/** One roll of dice as a chip; dice, target and outcome on hover and for screen readers. */
export function Chip({ roll }: { roll: Roll }): ReactElement {
  const sign = roll.need === undefined ? '' : roll.under ? ` ≤ ${roll.need}` : ` ≥ ${roll.need}`
  const need = roll.need === undefined ? undefined : `${t.need}: ${roll.under ? t.atMost(roll.need) : t.atLeast(roll.need)}`
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
            {roll.need !== undefined && (
              <>
                <dt>{t.need}</dt>
                <dd>{roll.under ? t.atMost(roll.need) : t.atLeast(roll.need)}</dd>
              </>
            )}
            {roll.target && (
              <>
                <dt>{t.against}</dt>
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
