import { Menu } from '@base-ui/react/menu'
import { Check, Footprints } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { run } from '../../ui/commands'
import { Tip } from '../../ui/Parts'
import { byKeyboard } from '../../ui/Pick'
import { HEATS } from './commands'
import { heatTexts as t } from './texts'

/** The menu that selects the span of visits on the map. */
export function HeatMenu(): ReactElement {
  const heat = useSession((s) => s.mapState.heat)
  const name = `Party visits: ${t.choices[heat]}`
  return (
    <Menu.Root>
      <Tip text={name}>
        <Menu.Trigger className={`icon-button small ${heat === 'off' ? '' : 'lit'}`} aria-label={name}>
          <Footprints size={14} />
        </Menu.Trigger>
      </Tip>
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} align="start">
          <Menu.Popup className="menu" finalFocus={byKeyboard}>
            <Menu.RadioGroup value={heat} onValueChange={(picked: (typeof HEATS)[number]) => run(`map.heat.${picked}`)}>
              {HEATS.map((one) => (
                <Menu.RadioItem key={one} value={one} className="menu-item" closeOnClick>
                  <span className="mark">
                    <Menu.RadioItemIndicator>
                      <Check size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {t.choices[one]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
