import type { ReactElement, ReactNode } from 'react'
import type { WholeTurn } from '../../../shared/table/turns'
import { count, dollars, sentTokens, span } from '../../ui/amounts'
import { lengthOf, seatWords } from './words'
import { inspectorTexts as t } from './texts'

/** The known facts of a turn: agent, tokens, cost, time and retries. */
export function TurnFacts({ record }: { record: WholeTurn }): ReactElement {
  const { seat, usage, ms, exchanges } = record
  const length = lengthOf(record)
  const retries = exchanges.reduce((sum, one) => sum + one.retries.length, 0)
  return (
    <dl className="turn-strip numbers" aria-label="Turn usage">
      <Fact name={t.seat}>{seatWords(seat)}</Fact>
      {length && <Fact name="Context">{t.tokens(count(length.tokens))}</Fact>}
      {usage && (
        <Fact name="Used">
          {t.inOut(count(sentTokens(usage)), count(usage.output))}
          {usage.estimated && <small>{t.estimated}</small>}
          {usage.cacheRead > 0 && <small>{`${count(usage.cacheRead)} from the cache`}</small>}
        </Fact>
      )}
      {usage && <Fact name="Cost">{usage.cost === undefined ? 'unknown' : dollars(usage.cost)}</Fact>}
      <Fact name="Time">{span(ms)}</Fact>
      {retries > 0 && <Fact name="Retries">{retries}</Fact>}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
