import { useCallback, type ReactElement } from 'react'
import { useFixChoice } from '../files/fix-spot'
import { openSource } from '../files/open-source'
import { sourceWords } from '../files/source-words'
import { loreAtCursor, useSession } from '../session'
import { Chooser } from '../ui/Chooser'

/** The choice of the file to fix, if several have the same words. */
export function FixChoice(): ReactElement | null {
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
