import { useLayoutEffect, type ReactElement, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef, type Layout } from 'react-resizable-panels'
import { arrange, useSession } from '../session'

interface SplitProps {
  name: string
  arrangement?: string
  orientation: 'horizontal' | 'vertical'
  first: [size: number, least: number]
  second: [size: number, least: number]
  children: [ReactNode, ReactNode]
}

/** Two panels with a draggable border; its position is saved on this machine, for each arrangement. */
export function Split({ name, arrangement = name, orientation, first, second, children }: SplitProps): ReactElement {
  const place = useSession.getState().desk.layout[arrangement] ?? { [`${name}-first`]: first[0], [`${name}-second`]: second[0] }
  const keep = (layout: Layout): void => arrange({ layout: { ...useSession.getState().desk.layout, [arrangement]: layout } })
  const group = useGroupRef()
  // The panels and their contents stay mounted when another view arranges them.
  useLayoutEffect(() => {
    group.current?.setLayout(place)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- dragging the border must not set it again
  }, [arrangement])
  return (
    <Group
      id={name}
      groupRef={group}
      orientation={orientation}
      className="split"
      defaultLayout={place}
      onLayoutChanged={(layout, meta) => meta.isUserInteraction && keep(layout)}
    >
      <Panel id={`${name}-first`} defaultSize={`${first[0]}%`} minSize={`${first[1]}%`}>
        {children[0]}
      </Panel>
      <Separator className={`seam ${orientation}`} />
      <Panel id={`${name}-second`} defaultSize={`${second[0]}%`} minSize={`${second[1]}%`}>
        {children[1]}
      </Panel>
    </Group>
  )
}
