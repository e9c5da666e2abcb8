import { expect, type Locator, type Page } from '@playwright/test'

/** What can be done with keys alone. */
export interface Keys {
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Goes to a control with Tab, or Shift Tab with `back`, as somebody does who sees it. Fails after more presses than a person has patience for. */
  tabTo: (control: Locator, back?: 'back') => Promise<void>
  /** Types the beginning of a row's name into its list, again if need be: letters that a busy machine delivers too far apart begin another name. */
  typeTo: (name: string, row: Locator) => Promise<void>
  /** Opens the menu of the focused row and takes an item by its first letters. */
  menu: (item: string) => Promise<void>
  /** Goes to a control with Tab and presses it. */
  pressAt: (control: Locator, back?: 'back') => Promise<void>
}

/** The most presses of Tab from one control to the next. */
const PATIENCE = 20

/** The keyboard of a page, without any pointer. */
export function keysOf(page: Page): Keys {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (text: string): Promise<void> => page.keyboard.type(text)
  const typeTo = (name: string, row: Locator): Promise<void> =>
    expect(async () => {
      await type(name)
      await expect(row).toBeVisible({ timeout: 3000 })
    }).toPass({ intervals: [1000], timeout: 90_000 })
  const menu = async (item: string): Promise<void> => {
    await press('Shift+F10')
    await expect(page.getByRole('menu')).toBeFocused()
    await typeTo(item, page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).and(page.locator(':focus')))
    await press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const hasFocus = (control: Locator): Promise<boolean> => control.evaluate((one) => one === one.ownerDocument.activeElement)
  const tabTo = async (control: Locator, back?: 'back'): Promise<void> => {
    await expect(control).toBeVisible()
    for (let presses = 0; presses < PATIENCE && !(await hasFocus(control)); presses++) await press(back ? 'Shift+Tab' : 'Tab')
    await expect(control).toBeFocused({ timeout: 1000 })
  }
  const pressAt = async (control: Locator, back?: 'back'): Promise<void> => {
    await tabTo(control, back)
    await press('Enter')
  }
  return { press, type, typeTo, tabTo, menu, pressAt }
}
