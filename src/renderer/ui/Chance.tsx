import type { ReactElement } from 'react'
import type { Average, Chance } from '../../shared/analysis/odds'
/** A chance in percent; certain things need no fraction. */
export const SuccessShare = ({ percent, fraction }: Chance): ReactElement => (
  <Exact shown={percent} fraction={fraction.includes('/') ? fraction : undefined} />
)

/** An average, to two decimals. */
export const Mean = ({ value, fraction }: Average): ReactElement => (
  <Exact shown={String(Number(value.toFixed(2)))} fraction={fraction.includes('/') ? fraction : undefined} />
)

/** A rounded number, with the exact fraction on hover and for screen readers. */
const Exact = ({ shown, fraction }: { shown: string; fraction: string | undefined }): ReactElement =>
  fraction === undefined ? (
    <span>{shown}</span>
  ) : (
    <span title={fraction}>
      {shown}
      <span className="unseen">{` (exactly ${fraction})`}</span>
    </span>
  )
