import { Lock, LockOpen } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { CommandButton } from '../ui/Parts'
import { Slot } from '../ui/Slot'
import { Log } from './Log'

/** The log, with the tools of a seat under manual control below it. */
export function LogPanel(): ReactElement {
  return (
    <div className="log-side">
      <Log />
      <Slot name="log-foot" />
    </div>
  )
}

/** Shows private talk in the log, or hides it. */
export function TalkButton(): ReactElement {
  const talk = useSession((s) => s.desk.talk)
  return (
    <CommandButton
      id="talk"
      className="small side-tool"
      label={talk ? 'Hide private talk' : 'Show private talk'}
      icon={talk ? <LockOpen size={14} /> : <Lock size={14} />}
      pressed={talk}
    />
  )
}
