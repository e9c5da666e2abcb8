import { MenuPopup, MenuChoice } from '../ui/Menu'
import { Menu } from '@base-ui/react/menu'
import { ChevronDown, GitBranch } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession, cursorIndex, goTo } from '../session'
import { ownBranches } from '../store/beats'
import { command, run } from '../ui/commands'
import { inReadingOrder } from '../ui/names'
import { Keys, Button } from '../ui/Parts'
import { switchBranch } from '../branch-operations'
import { RulingButton } from '../files/RulingButton'
import { pastTexts as t } from './texts'

/** The current branch, the others to switch to, and the commands of branches. */
export function BranchMenu(): ReactElement {
  const branch = useSession((s) => s.present?.branch ?? '')
  const branches = useSession((s) => s.beats.branches)
  const own = ownBranches(branches).toSorted((a, b) => Number(b.name === branch) - Number(a.name === branch) || inReadingOrder(a.name, b.name))
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  return (
    <Menu.Root>
      <Menu.Trigger className="branch" aria-label={`Branch: ${branch}`}>
        <GitBranch size={14} aria-hidden="true" />
        <span className="clip">{branch}</span>
        <ChevronDown size={13} aria-hidden="true" />
      </Menu.Trigger>
      <MenuPopup align="end">
        <Menu.RadioGroup value={branch} onValueChange={(value: string) => void switchBranch(value)}>
          {own.map((one) => (
            <MenuChoice key={one.name} value={one.name} label={<span className="clip">{one.name}</span>} disabled={readOnly} />
          ))}
        </Menu.RadioGroup>
        <Menu.Separator className="menu-line" />
        <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('continue')}>
          <span className="mark" />
          Create branch from here…
          <Keys shortcut="b" />
        </Menu.Item>
        <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('today.restart')}>
          <span className="mark" />
          {command('today.restart').label}
          <Keys shortcut="shift+b" />
        </Menu.Item>
        {['branch.rename', 'branch.find', 'branch.deleted'].map((id) => (
          <Menu.Item key={id} className="menu-item" disabled={command(id).when?.() === false} onClick={() => run(id)}>
            <span className="mark" />
            {command(id).label}
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}

/** Says that the past is in view, and offers to leave it. */
export function PastBar(): ReactElement | null {
  const cursor = useSession((s) => s.cursor)
  const at = useSession(cursorIndex)
  const line = useSession((s) => s.line)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const branch = useSession((s) => s.beats.trackOf.get(s.line.at(-1)?.id ?? '')?.branch)
  const other = useSession((s) => branch !== s.present?.branch)
  if (cursor === undefined) return null
  return (
    <section className="past-bar" aria-label="The past">
      <span className="numbers">{t.bar(line[at]?.n ?? 0, line.at(-1)?.n ?? 0, other ? branch : undefined)}</span>
      <Button label="Continue from here" main small disabled={readOnly} onClick={() => useSession.setState({ playRequest: 'branch' })} />
      <Button label="Restart with today’s world" small disabled={readOnly} onClick={() => run('today.restart')} />
      <RulingButton commit={cursor} />
      <button type="button" className="push-button small" onClick={() => goTo(undefined)}>
        {t.back} <Keys shortcut="esc" />
      </button>
    </section>
  )
}
