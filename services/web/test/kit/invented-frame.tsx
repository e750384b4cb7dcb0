import Button from '@mui/material/Button';
import { CreditCard, Flame, House, Images, Package, Scale, Settings, UsersRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Switch } from '../../src/components/kit/switch.tsx';
import { BulkBar } from '../../src/components/kit/table/bulk-bar.tsx';
import { PageTop } from '../../src/components/studio/page-top.tsx';
import { useToast } from '../../src/components/toasts.tsx';
import { UploadsProvider, useUploadQueue } from '../../src/entities/upload/use-uploads.tsx';
import { StudioShell } from '../../src/features/studio/frame/studio-shell.tsx';
import { studioCommands } from '../../src/features/studio/studio-commands.ts';
import { UploadTray } from '../../src/features/uploads/upload-tray.tsx';
import { PaletteSourcesProvider, type PaletteSources } from '../../src/lib/palette.ts';
import { paths } from '../../src/lib/paths.ts';
import { StudioEntriesProvider, useStudioMenu, type StudioEntries } from '../../src/lib/studio-menu.ts';

/** Menus of an invented area: pages within a page, and numbers of what is new or waits. */
const entries: StudioEntries = {
  groups: [
    { text: null, entries: [{ to: paths.studio, text: 'nav-home', icon: House, go: 'h' }] },
    {
      text: 'nav-group-content',
      entries: [
        {
          to: paths.studioPosts,
          text: 'nav-posts',
          icon: Images,
          go: 'p',
          pages: [{ to: `${paths.studioPosts}?state=scheduled`, text: 'post-state-scheduled' }],
        },
      ],
    },
    {
      text: 'nav-group-money',
      entries: [
        {
          to: paths.subscribers,
          text: 'nav-group-fans',
          icon: UsersRound,
          go: 'f',
          unread: 'subscriptionNotificationUnreadCount',
        },
        { to: paths.transactions, text: 'nav-transactions', icon: CreditCard, go: 'm' },
        { to: paths.openItems, text: 'open-items-title', icon: Scale, go: 'o', unread: 'openItemsCount' },
        { to: paths.studioSettings, text: 'nav-settings', icon: Settings, go: 's' },
      ],
    },
  ],
  settings: null,
};
const kilns = ['Kiln 1', 'Kiln 2', 'Kiln 3'];
const sources: PaletteSources = {
  commands: [
    ...studioCommands.filter(({ screen }) => screen === undefined),
    {
      id: 'order',
      text: 'nav-transactions',
      icon: CreditCard,
      key: 'c',
      isKeyOnly: true,
      run: ({ go }) => go(paths.transactions),
    },
  ],
  searches: [
    {
      group: 'files',
      screen: paths.studio,
      list: paths.studio,
      find: async (words, _, { go }) => {
        const found = kilns.filter((name) => name.toLowerCase().includes(words));
        return {
          total: found.length,
          items: found.map((title) => ({
            id: title,
            title,
            note: '1,240 °C',
            icon: Flame,
            run: () => go(`/table/${title.slice(5)}`),
          })),
        };
      },
    },
  ],
};

/** What the frame and the parts page know of the area around them. */
export const InventedArea = ({ children }: { children: ReactNode }) => (
  <StudioEntriesProvider value={entries}>
    <PaletteSourcesProvider value={sources}>{children}</PaletteSourcesProvider>
  </StudioEntriesProvider>
);

/** Menu, palette and what lies over the foot of a screen: selection, transfers and toasts, together. */
export function InventedFrame() {
  const toast = useToast();
  return (
    <UploadsProvider userId="ottilie">
      <StudioShell beside={<UploadTray />} onLogOut={() => toast({ text: 'You would be logged out now.' })}>
        <Content />
      </StudioShell>
    </UploadsProvider>
  );
}

function Content() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const toast = useToast();
  const queue = useUploadQueue();
  const open = useStudioMenu().all.find(({ to }) => to === pathname);
  const [isSelected, setSelected] = useState(false);
  return (
    <>
      <PageTop title={open ? t(open.text) : 'Frame'} summary="of an invented area" />
      <div className="studio-body examples">
        <section className="panel-card">
          <h2>Over the foot</h2>
          <Switch label="Select three kilns" isOn={isSelected} onChange={setSelected} />
          <p className="examples-line">
            <Button onClick={() => void photo().then((one) => queue.add([one, note()], queue.items()))}>
              Send a photo and a note
            </Button>
            <Button onClick={() => toast({ text: 'The kiln has cooled.', tone: 'good' })}>Tell</Button>
          </p>
        </section>
      </div>
      <BulkBar
        rows={isSelected ? kilns : []}
        actions={[
          { key: 'fire', text: 'Fire', icon: Flame, run: (rows) => toast({ text: `${rows.length} kilns are fired.` }) },
          { key: 'store', text: 'Store', icon: Package, run: (rows) => toast({ text: `${rows.length} are stored.` }) },
        ]}
        onClear={() => setSelected(false)}
      />
    </>
  );
}

/** Drawn here, so that the server has something to receive. */
async function photo(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
  const brush = canvas.getContext('2d')!;
  brush.fillStyle = '#a2492a';
  brush.fillRect(40, 40, 240, 160);
  const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return new File([bytes!], 'celadon-bowl.png', { type: 'image/png' });
}

/** No picture and no film: it is refused on the device. */
const note = (): File => new File(['Slowly at first.'], 'firing-notes.txt', { type: 'text/plain' });
