import type { ReactElement } from 'react'
import type { Hunk } from '../../shared/analysis/compare'
import { texts } from './texts'
import './diff.css'
import { counted } from './amounts'

const t = texts.diff

const SIGNS = { same: '', added: '+', removed: '−' }

/** The differences between two texts, line by line; skips the equal lines between them. */
export function DiffLines({ hunks }: { hunks: readonly Hunk[] }): ReactElement {
  return (
    <div className="diff mono">
      {hunks.map((hunk, i) =>
        'skipped' in hunk ? (
          // oxlint-disable-next-line react/no-array-index-key -- a difference does not change
          <p key={i} className="diff-skipped">
            {`${counted(hunk.skipped, 'line')} the same`}
          </p>
        ) : (
          hunk.lines.map(({ op, text }, k) => (
            <p key={`${i} ${k}`} className={`diff-${op}`}>
              <span aria-hidden="true">{SIGNS[op]}</span>
              {op !== 'same' && <span className="unseen">{t.op[op]}: </span>}
              {op === 'removed' ? <del>{text}</del> : op === 'added' ? <ins>{text}</ins> : <span>{text}</span>}
            </p>
          ))
        )
      )}
    </div>
  )
}
