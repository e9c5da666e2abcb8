import { arrange, useSession } from '../session'
import { noPins, pinned, toggled, unpinned, type Pins } from '../store/pins'

const get = useSession.getState

/** The flags of the open campaign. */
export const usePins = (): Pins => useSession((s) => s.desk.pins[s.present?.campaign.dir ?? ''] ?? noPins)

function change(how: (pins: Pins, id: string) => Pins, id: string | undefined): void {
  const { present, desk } = get()
  if (!present || id === undefined) return
  arrange({ pins: { ...desk.pins, [present.campaign.dir]: how(desk.pins[present.campaign.dir] ?? noPins, id) } })
}

/** The loose flag goes to a beat. */
export const pin = (id: string): void => change(pinned, id)
/** Keeps a flag at a beat, or takes away the one it has; at the beat that is looked at when none is named. */
export const togglePin = (id = get().cursor ?? get().present?.head): void => change(toggled, id)
/** Takes a beat's flag away. */
export const unpin = (id: string): void => change(unpinned, id)
