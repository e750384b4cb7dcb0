import Button, { type ButtonProps } from '@mui/material/Button';
import { SiteLink, type SiteLinkProps } from '../site-link.tsx';

type LinkButtonProps = Pick<ButtonProps, 'variant' | 'color' | 'size'> & Omit<SiteLinkProps, 'color'>;

/** A link that looks like a button. */
export const LinkButton = (props: LinkButtonProps) => <Button component={SiteLink} {...props} />;
