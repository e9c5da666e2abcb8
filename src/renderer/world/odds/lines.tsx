import type { ReactElement, ReactNode } from 'react'
import type { Chance } from '../../../shared/analysis/odds'
const MAX_FRACTION_CHARS = 24

/** A number to at most two decimals. */
export const round = (value: number): string => String(Number(value.toFixed(2)))

/** A chance with its fraction. A fraction that is too long is shown on hover. */
export function exact({ percent, fraction }: Chance): ReactNode {
  if (!fraction.includes('/')) return percent
  return fraction.length > MAX_FRACTION_CHARS ? (
    <span title={fraction}>{`${percent} (a fraction of ${fraction.length - 1} digits)`}</span>
  ) : (
    `${percent} (${fraction})`
  )
}

/** A row of a list of terms. */
export function OddsRow({ of, children }: { of: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{of}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}
