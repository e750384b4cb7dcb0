import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useId, useRef, type KeyboardEvent } from 'react';

export interface MenuAction { readonly key: string; readonly text: string; readonly icon: LucideIcon; readonly isBad?: boolean; readonly run: () => void }

/** Everything that can be done with a row or card. Above all else, so that no edge cuts it off; Escape and a press elsewhere close it. */
export function ActionMenu({ label, actions, className = 'btn' }: { label: string; actions: readonly MenuAction[]; className?: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = (): void => {
    const at = button.current?.getBoundingClientRect();
    const box = panel.current;
    if (!at || !box) return;
    const height = box.offsetHeight;
    const isBelow = at.bottom + height + 8 < window.innerHeight;
    box.style.insetBlockStart = `${isBelow ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
    const isRtl = getComputedStyle(document.documentElement).direction === 'rtl';
    const left = isRtl ? at.left : at.right - box.offsetWidth;
    box.style.left = `${Math.min(Math.max(8, left), window.innerWidth - box.offsetWidth - 8)}px`;
    box.querySelector<HTMLElement>('button')?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...panel.current?.querySelectorAll<HTMLElement>('button') ?? []];
    buttons[(buttons.indexOf(document.activeElement as HTMLElement) + step + buttons.length) % buttons.length]?.focus();
  };
  const close = (): void => { panel.current?.hidePopover(); };
  return (
    <>
      <button ref={button} type="button" className={className} data-size="s" data-square aria-label={label} title={label} aria-haspopup="menu" aria-controls={id} popoverTarget={id}><Ellipsis className="icon" aria-hidden /></button>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its entries have the focus */}
      <div ref={panel} id={id} popover="auto" role="menu" aria-label={label} className="action-menu" onKeyDown={onKey} onToggle={(event) => { if (event.newState === 'open') place(); }}>
        {actions.map(({ key, text, icon: Icon, isBad = false, run }) => (
          <button key={key} type="button" role="menuitem" data-tone={isBad ? 'bad' : undefined} onClick={() => { close(); run(); }}><Icon className="icon" aria-hidden />{text}</button>
        ))}
      </div>
    </>
  );
}
