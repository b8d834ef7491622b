"use client";

export default class Panel extends React.Component<Props> {
	state = { open: false };

	render() {
		const { open } = this.state;
		return (
			<section>
				{open ? <p>open</p> : <p>shut</p>}
			</section>
		);
	}
}
