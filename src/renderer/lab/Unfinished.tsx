import { Play } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../ui/Parts'
import type { LongWork } from './long-work'

/** Says that an experiment isn't done, and why; `children`: what it has. It goes on from there. */
export function Unfinished<Input, Progress, Answer>({
  work,
  name,
  children
}: {
  work: LongWork<Input, Progress, Answer>
  /** Such as "comparison". */
  name: string
  children?: string
}): ReactElement | null {
  const { status, input, problem } = work.use((now) => now)
  if (status === 'failed')
    return (
      <p className="lab-alert" role="alert">
        {problem}
      </p>
    )
  if (input === undefined || (status !== 'stopped' && status !== 'interrupted')) return null
  return (
    <div className="lab-note">
      <output>
        {status === 'stopped' ? `The ${name} was stopped.` : `Proscenium closed before the ${name} was done.`} {children}
      </output>
      <Button icon={<Play size={13} />} label="Continue" small onClick={work.again} />
    </div>
  )
}
