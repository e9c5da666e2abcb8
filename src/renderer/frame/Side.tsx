import { Tabs } from '@base-ui/react/tabs'
import type { ReactElement } from 'react'
import { panelsBeside, type View } from '../registry'
import { arrange, useSession } from '../session'

/** The side panels of a view, as tabs. */
export function Side({ view }: { view: View }): ReactElement {
  const wanted = useSession((s) => s.desk.side)
  const panels = panelsBeside(view)
  const shown = panels.find(({ id }) => id === wanted) ?? panels[0]
  return (
    <Tabs.Root
      render={<aside aria-label="Log, sheets, beats and problems" />}
      className="side"
      value={shown?.id}
      onValueChange={(value: string) => arrange({ side: value })}
    >
      <Tabs.List className="side-tabs" activateOnFocus>
        {panels.map(({ id, label, badge: Badge }) => (
          <Tabs.Tab key={id} value={id} className="side-tab">
            {label}
            {Badge && <Badge />}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className="side-indicator" />
      </Tabs.List>
      {shown?.tool && <shown.tool />}
      {panels.map((panel) => (
        <Tabs.Panel key={panel.id} value={panel.id} className="side-panel" tabIndex={-1}>
          {panel === shown && <panel.body />}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
