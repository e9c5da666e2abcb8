import { Play } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { useSubject } from '../subjects'
import { Button } from '../ui/Parts'
import type { LongWork } from './long-work'
import { whenBegun } from './state'

/** Says when an experiment ended, and at which commit it was played; `children`: what it was played on, if that isn't one commit. */
export function Ended({ when, at = '', children }: { when: number | undefined; at?: string | undefined; children?: string }): ReactElement | null {
  const mark = useSession((s) => s.beats.byId.get(at))
  const subject = useSubject(mark)
  if (when === undefined) return null
  const beat = mark ? ` at beat ${mark.n.toLocaleString('en')}${subject === '' ? '' : `: ${subject}`}` : at === '' ? '' : ` at ${at.slice(0, 10)}`
  return <p className="quiet numbers" dir="auto">{`${whenBegun({ begun: when })}${beat}${children ?? ''}.`}</p>
}

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
