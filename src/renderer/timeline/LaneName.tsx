import { Menu } from '@base-ui/react/menu'
import { useState, type ReactElement } from 'react'
import { goTo, useSession } from '../session'
import { timelineTexts as t } from '../ui/timeline-texts'
import { switchBranch } from '../verbs'
import { askBranch, deleteBranch } from './branching'

/** The name of a branch in its lane, and what can be done with it: by click, by right click, by keys. */
export function LaneName({ branch, beyond }: { branch: string; beyond: boolean }): ReactElement {
  const current = useSession((s) => s.present?.branch === branch)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const head = useSession((s) => s.beats.branches.find(({ name }) => name === branch)?.head)
  const there = useSession((s) => s.beats.branches.find(({ name }) => name === branch)?.there)
  const [open, setOpen] = useState(false)
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger
        className={`lane-name ${current ? 'current' : ''} ${beyond ? 'beyond' : ''}`}
        aria-label={there ? `${t.branchMenu(branch, current)}, ${t.apartTip(there)}` : t.branchMenu(branch, current)}
        title={there ? `${branch}: ${t.apartTip(there)}` : branch}
        onContextMenu={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {branch}
        {there && <span className="numbers">{t.apart(there)}</span>}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} side="top" align="start">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => goTo(head)}>
              {t.goEnd}
            </Menu.Item>
            <Menu.Item className="menu-item" disabled={readOnly || current} onClick={() => void switchBranch(branch)}>
              {t.switchTo}
            </Menu.Item>
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" disabled={readOnly} onClick={() => askBranch({ rename: branch })}>
              {t.renameAsk}
            </Menu.Item>
            <Menu.Item className="menu-item" disabled={readOnly || current} onClick={() => void deleteBranch(branch)}>
              {t.delete}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => askBranch('deleted')}>
              {t.deletedAsk}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
