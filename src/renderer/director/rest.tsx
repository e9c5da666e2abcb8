import { flushSync } from 'react-dom'
import { followNotes, restoreNote, useDirectorNotes, writeNoteOn } from '../director-notes'
import { useFixed, openSource } from '../files/open-source'
import { spotMeant, useSpots } from '../line-spot'
import type { FeatureRest } from '../registry'
import { goTo, notify, showPanel, useSession, loreAtCursor } from '../session'
import { run, type Command } from '../ui/commands'
import { fixSpot, useFixChoice } from '../files/fix-spot'
import { NoteDialog } from './NoteDialog'
import { NotesPanel } from './NotesPanel'
import { useCallback, type ReactElement } from 'react'
import { sourceWords } from '../files/source-words'
import { Chooser } from '../ui/Chooser'

/** The choice of the file to fix, if several have the same words. */
function FixChoice(): ReactElement | null {
  const choice = useFixChoice((s) => s.choice)
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const find = useCallback(
    (text: string) =>
      (choice?.sources ?? [])
        .map((source, i) => ({ id: String(i), label: sourceWords(source, state, lore) }))
        .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase().trim())),
    [choice, state, lore]
  )
  if (!choice) return null
  const leave = (): void => useFixChoice.set({ choice: undefined })
  return (
    <Chooser
      title="Several files have these words. Fix which one?"
      placeholder="Place, character or file"
      none="None of them matches."
      find={find}
      onChoose={({ id }) => {
        const source = choice.sources[Number(id)]
        leave()
        if (source) void openSource(source, choice.from)
      }}
      onClose={leave}
    />
  )
}

const isOpen = (): boolean => useSession.getState().present !== undefined
const group = 'Table'

/** Shows what led to the line that is meant, in the panel of its beat. */
function why(): void {
  const spot = spotMeant()
  if (!spot) return
  flushSync(() => {
    useSpots.set({ shown: spot })
    goTo(spot.commit)
    showPanel('beat')
  })
  document.querySelector<HTMLElement>('.panel.beat')?.focus()
}

function note(): void {
  const spot = spotMeant()
  if (spot) writeNoteOn(spot)
}

async function copy(): Promise<void> {
  const quote = spotMeant()?.quote
  if (quote === undefined) return
  await navigator.clipboard.writeText(quote)
  notify('Copied the selected words.')
}

function restart(): void {
  const { commit } = useFixed.get()
  if (commit === undefined) return
  goTo(commit)
  run('today.restart')
}

const commands: readonly Command[] = [
  { id: 'line.why', group, label: 'Why? Show what led to this line', shortcut: 'y', when: isOpen, run: why },
  {
    id: 'line.fix',
    group,
    label: 'Fix: open what this line comes from',
    shortcut: 'x',
    when: isOpen,
    run: () => {
      const spot = spotMeant()
      return spot && fixSpot(spot)
    }
  },
  { id: 'line.note', group, label: 'Write a director’s note…', shortcut: 'j', when: isOpen, run: note },
  { id: 'line.copy', group, label: 'Copy the selected words of the log', when: () => spotMeant()?.quote !== undefined, run: copy },
  {
    id: 'fixed.restart',
    group,
    label: 'Restart at the beat that was fixed last, with today’s world…',
    when: () => isOpen() && useFixed.get().commit !== undefined,
    run: restart
  },
  {
    id: 'director.restore',
    group,
    label: 'Bring back the removed director’s note',
    when: () => useDirectorNotes.get().removed !== undefined,
    run: restoreNote
  }
]

/** The panel of the director's notes, their dialog, and the commands about a line of the log. */
export const rest: FeatureRest = {
  bodies: { director: NotesPanel },
  dialogs: [
    { id: 'director-note', body: NoteDialog },
    { id: 'fix-choice', body: FixChoice }
  ],
  commands,
  listeners: [followNotes]
}
