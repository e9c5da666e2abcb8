import type { ReactElement } from 'react'
import { Blank } from './Parts'

interface Failure {
  /** The problem as a sentence. */
  problem: string
  again: () => void
}

/** Shown instead of a view whose data couldn't be read: the problem, and a button that tries again. */
export function RetryBlank({ title, problem, again }: Failure & { title: string }): ReactElement {
  return (
    <Blank title={title} action={<RetryButton again={again} />}>
      {problem}
    </Blank>
  )
}

/** Beside other content: the problem, announced at once, and a button that tries again. */
export function RetryAlert({ problem, again, className }: Failure & { className?: string }): ReactElement {
  return (
    <div className={className} role="alert">
      <p>{problem}</p>
      <RetryButton again={again} />
    </div>
  )
}

function RetryButton({ again }: Pick<Failure, 'again'>): ReactElement {
  return (
    <button type="button" className="button small" onClick={again}>
      Try again
    </button>
  )
}
