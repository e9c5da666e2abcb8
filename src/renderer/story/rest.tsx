import { flushSync } from 'react-dom'
import { ifEditable } from '../editing'
import type { FeatureRest } from '../registry'
import { useFormRequest } from '../files/form-request'
import { arrange, useSession } from '../session'
import { onRequest } from '../slice'
import { EventPanel } from './EventForm'
import { ReadPanel } from './ReadPanel'
import { currentRow, selectNew, useStory, type StoryTab, select } from './state'
import { Story } from './Story'
import { storyTexts as t } from './texts'
import type { ReactElement } from 'react'
import { IdDialog } from '../fields/IdDialog'

const KINDS = { events: 'event', facts: 'fact', items: 'item', tables: 'table' } as const

/** Asks for another id of the current row. */
function StoryIdDialog({ onClose }: { onClose: () => void }): ReactElement {
  const tab = useStory((s) => s.tab)
  return <IdDialog kind={KINDS[tab]} now={currentRow() ?? ''} onChanged={(id) => select(tab, [id])} onClose={onClose} />
}

const { group } = t
const isOpen = (): boolean => useSession.getState().present !== undefined

/** Opens the story and asks for the name of something new. */
const ask = (tab: StoryTab) => () =>
  ifEditable(async () => {
    flushSync(() => arrange({ view: 'story' }))
    useStory.set({ tab, naming: 'new', query: '' })
  })

/** The list with the things of a kind that has a form here. */
const TABS: Readonly<Record<string, StoryTab>> = { event: 'events', item: 'items', table: 'tables' }

/** Shows the event, item or table whose form any part of the window requests. */
const showRequests = onRequest(
  () => useFormRequest.get().form,
  ({ what, id }) => {
    const tab = TABS[what]
    if (!tab) return
    useStory.set({ isGraph: false })
    selectNew(tab, [id])
    arrange({ view: 'story', side: 'story-event' })
  }
)

/** The lists of the story, their forms and their commands. */
export const rest: FeatureRest = {
  bodies: { story: Story },
  panels: [
    { id: 'story-event', label: 'Details', body: EventPanel, order: 0, only: 'story' },
    { id: 'story-read', label: t.read.tab, body: ReadPanel, order: 0.2, only: 'story' }
  ],
  dialogs: [{ id: 'story-id', body: StoryIdDialog }],
  listeners: [showRequests],
  commands: [
    { id: 'story.event', group, label: 'Create a story event', when: isOpen, run: ask('events') },
    { id: 'story.fact', group, label: 'Create a fact', when: isOpen, run: ask('facts') },
    { id: 'story.item', group, label: 'Create an item', when: isOpen, run: ask('items') },
    { id: 'story.table', group, label: 'Create a table', when: isOpen, run: ask('tables') },
    {
      id: 'story.read',
      group,
      label: t.read.command,
      shortcut: 'alt+p',
      when: () => isOpen() && useSession.getState().desk.view === 'story',
      run: () => {
        flushSync(() => arrange({ side: 'story-read' }))
        document.querySelector<HTMLElement>('.story-read')?.focus()
      }
    },
    {
      id: 'story.id',
      group,
      label: 'Change the ID of what is selected in the story…',
      when: () => isOpen() && currentRow() !== undefined,
      run: () => useSession.setState({ dialog: 'story-id' })
    }
  ]
}
