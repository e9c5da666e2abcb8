import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, GitBranch } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession, cursorIndex, goTo } from '../session'
import { ownBranches } from '../store/beats'
import { command, run } from '../ui/commands'
import { inReadingOrder } from '../ui/names'
import { Keys, Button } from '../ui/Parts'
import { byKeyboard } from '../ui/Pick'
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
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} align="end">
          <Menu.Popup className="menu" finalFocus={byKeyboard}>
            <Menu.RadioGroup value={branch} onValueChange={(value: string) => void switchBranch(value)}>
              {own.map((one) => (
                <Menu.RadioItem key={one.name} value={one.name} className="menu-item" disabled={readOnly} closeOnClick>
                  <span className="mark">
                    <Menu.RadioItemIndicator>
                      <Check size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="clip">{one.name}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('continue')}>
              <span className="mark" />
              Create branch from here…
              <Keys shortcut="b" />
            </Menu.Item>
            <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('branch.rename')}>
              <span className="mark" />
              {command('branch.rename').label}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => run('branch.find')}>
              <span className="mark" />
              {command('branch.find').label}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => run('branch.deleted')}>
              <span className="mark" />
              {command('branch.deleted').label}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
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
      <RulingButton commit={cursor} />
      <button type="button" className="button small" onClick={() => goTo(undefined)}>
        {t.back} <Keys shortcut="esc" />
      </button>
    </section>
  )
}
