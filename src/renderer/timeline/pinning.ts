import { arrange, useSession } from '../session'
import { noPins, toggled, unpinned, type Pins } from '../store/pins'

const get = useSession.getState

/** The flags of the open campaign. */
export const usePins = (): Pins => useSession((s) => s.desk.pins[s.present?.campaign.dir ?? ''] ?? noPins)

function change(how: (pins: Pins, id: string) => Pins, id: string | undefined): void {
  const { present, desk } = get()
  if (!present || id === undefined) return
  arrange({ pins: { ...desk.pins, [present.campaign.dir]: how(desk.pins[present.campaign.dir] ?? noPins, id) } })
}

const here = (): string | undefined => get().cursor ?? get().present?.head

/** Adds a flag to the beat at the cursor, or removes it. */
export const togglePin = (): void => change(toggled, here())
/** Whether the beat at the cursor has a flag. */
export const usePinned = (): boolean => {
  const pins = usePins()
  const id = useSession((s) => s.cursor ?? s.present?.head)
  return id !== undefined && pins.includes(id)
}
/** Removes a beat's flag. */
export const unpin = (id: string): void => change(unpinned, id)
