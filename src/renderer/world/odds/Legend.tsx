import type { ReactElement } from 'react'
import { oddsTexts } from './texts'

const t = oddsTexts.legend

/** The legend of the signs and lines over the map. For several characters, a line gives the number for whom it is open. */
export function Legend({ several }: { several: boolean }): ReactElement {
  const lines = several
    ? ([
        ['good', t.all],
        ['fair', t.some],
        ['bad', t.nobody]
      ] as const)
    : ([
        ['good', t.sure],
        ['fair', t.risk],
        ['bad', t.never],
        ['none', t.shut]
      ] as const)
  return (
    <ul className="odds-legend" aria-label={t.label}>
      {!several &&
        (['success', 'partial', 'failure'] as const).map((one) => (
          <li key={one}>
            <b className={one}>{oddsTexts.signs[one]}</b> {t[one]}
          </li>
        ))}
      {lines.map(([tone, words]) => (
        <li key={tone}>
          <i className={tone} aria-hidden="true" /> {words}
        </li>
      ))}
    </ul>
  )
}
