import type { ReactElement } from 'react'
import { useSession } from '../session'
import { count, dollars, sent } from '../ui/amounts'
import { run } from '../ui/commands'
import { Tip } from '../ui/Parts'
import './spend.css'

/**
 * The cost of models for this campaign so far, with its limit if there is one. Renders nothing before the first request. A click opens the settings.
 */
export function Spend(): ReactElement | null {
  const usage = useSession((s) => s.present?.table.usage)
  const cap = useSession((s) => s.present?.table.cap)
  const plays = useSession((s) => Object.values(s.present?.table.agents ?? {}).includes('anthropic'))
  if (!usage) return null
  const tokens = sent(usage) + usage.output
  if (tokens === 0 && !plays) return null
  const { cost } = usage
  const money = cost === undefined ? undefined : cap === undefined ? dollars(cost) : `${dollars(cost)} of ${dollars(cap)}`
  const words = `Models used ${count(tokens)} tokens for this campaign${money === undefined ? '; Proscenium doesn’t know their price' : `: ${money}`}`
  return (
    <Tip text={words}>
      <button
        type="button"
        className={`spend numbers ${cap !== undefined && (cost ?? 0) >= cap ? 'over' : ''}`}
        aria-label={words}
        onClick={() => run('settings')}
      >
        <span className="spend-tokens">
          {tokens < 10_000 ? `${tokens.toLocaleString('en')} tokens` : `${Math.round(tokens / 1000).toLocaleString('en')}k tokens`}
        </span>
        {money !== undefined && <span>{money}</span>}
      </button>
    </Tip>
  )
}
